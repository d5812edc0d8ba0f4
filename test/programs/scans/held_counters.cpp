// Origin: written as a user would, before its first translation.
// Counters that conditions on their own values hold: saturating ones, buckets, debouncers, depths.
// RUN: %check %s --class Predictors,Brackets,Debounce,TokenBucket,Leaky,Lives,Gear,Credits,Patience,Ring,Slew,Backoff,Cooldown,Inventory --option=--workgroup-size=16 --size n=1,2,257,3000 -- -std=c++17
#include <algorithm>
#include <cstdint>

/// A branch predictor of two bits, and how often it is wrong.
class Predictors {
public:
  virtual ~Predictors() = default;
  virtual void Predict(const int *taken, int n, int *guess) { kernel1D_Predict(taken, n, guess); }
  int GetMisses() const { return m_misses; }

private:
  void kernel1D_Predict(const int *taken, int n, int *guess) {
    int counter = 1;
    m_misses = 0;
    for (int i = 0; i < n; i++) {
      const bool isTaken = (taken[i] & 1) != 0;
      guess[i] = counter >= 2 ? 1 : 0;
      if ((counter >= 2) != isTaken)
        m_misses++;
      if (isTaken) {
        if (counter < 3)
          counter++;
      } else {
        if (counter > 0)
          counter--;
      }
    }
  }
  int m_misses = 0;
};

/// The depth of brackets, which closing ones without an opening one do not make negative.
class Brackets {
public:
  virtual ~Brackets() = default;
  virtual void Measure(const int *text, int n, int *depth) { kernel1D_Measure(text, n, depth); }
  int m_stray = 0;

private:
  void kernel1D_Measure(const int *text, int n, int *depth) {
    int open = 0;
    for (int i = 0; i < n; i++) {
      const int c = text[i] & 3;
      if (c == 0) {
        open++;
      } else if (c == 1) {
        if (open > 0)
          open--;
        else
          m_stray++;
      }
      depth[i] = open;
    }
  }
};

/// A button counts as pressed where it has been for some samples.
class Debounce {
public:
  virtual ~Debounce() = default;
  virtual void Filter(const float *level, int n, int *pressed) { kernel1D_Filter(level, n, pressed); }

private:
  void kernel1D_Filter(const float *level, int n, int *pressed) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (level[i] > 0.25f) {
        if (count < kSamples)
          count++;
      } else {
        count = 0;
      }
      pressed[i] = count == kSamples;
    }
  }
  static constexpr int kSamples = 4;
};

/// A bucket of tokens that begins full, of which each request takes one.
class TokenBucket {
public:
  virtual ~TokenBucket() = default;
  virtual void Admit(const int *events, int n, int capacity, int *admitted) {
    kernel1D_Admit(events, n, capacity, admitted);
  }

private:
  void kernel1D_Admit(const int *events, int n, int capacity, int *admitted) {
    int tokens = capacity;
    for (int i = 0; i < n; i++) {
      admitted[i] = 0;
      if (events[i] % 3 == 0) {
        if (tokens < capacity)
          tokens++;
      } else if (tokens > 0) {
        tokens--;
        admitted[i] = 1;
      }
    }
  }
};

/// A leaky counter of errors, which an alarm goes by.
class Leaky {
public:
  virtual ~Leaky() = default;
  virtual void Watch(const int *errors, int n, int leak, int *alarm) {
    kernel1D_Watch(errors, n, leak, alarm);
  }

private:
  void kernel1D_Watch(const int *errors, int n, int leak, int *alarm) {
    int level = 0;
    for (int i = 0; i < n; i++) {
      level += errors[i] & 15;
      if (level > leak)
        level -= leak;
      else
        level = 0;
      alarm[i] = level > 40;
    }
  }
};

/// Lives of a game: at most nine, and no more than none.
class Lives {
public:
  virtual ~Lives() = default;
  virtual void Play(const uint8_t *events, int n, int *lives) { kernel1D_Play(events, n, lives); }

private:
  void kernel1D_Play(const uint8_t *events, int n, int *lives) {
    int left = 3;
    for (int i = 0; i < n; i++) {
      if (events[i] > 240 && left < 9)
        left++;
      else if (events[i] < 10 && left > 0)
        left--;
      lives[i] = left;
    }
  }
};

/// A gear box, whose gears are shifted by the engine's speed.
class Gear {
public:
  virtual ~Gear() = default;
  virtual void Drive(const float *speed, int n, int *gears) { kernel1D_Drive(speed, n, gears); }

private:
  void kernel1D_Drive(const float *speed, int n, int *gears) {
    int gear = 1;
    for (int i = 0; i < n; i++) {
      if (speed[i] > 0.5f) {
        if (gear != 6)
          ++gear;
      } else if (speed[i] < -0.5f) {
        if (gear != 1)
          --gear;
      }
      gears[i] = gear;
    }
  }
};

/// Credits that a sender may have, up to a limit of which it is told.
class Credits {
public:
  virtual ~Credits() = default;
  virtual void Grant(const int *acks, int n, int limit, int *credits) {
    kernel1D_Grant(acks, n, limit, credits);
  }

private:
  void kernel1D_Grant(const int *acks, int n, int limit, int *credits) {
    int credit = 0;
    for (int i = 0; i < n; i++) {
      if (credit < limit)
        credit += acks[i] & 1;
      credits[i] = credit;
    }
  }
};

/// Stops to wait after some iterations without progress.
class Patience {
public:
  virtual ~Patience() = default;
  virtual void Train(const float *loss, int n, int *waited) { kernel1D_Train(loss, n, waited); }
  void SetPatience(int patience) { m_patience = patience; }

private:
  void kernel1D_Train(const float *loss, int n, int *waited) {
    int wait = 0;
    for (int i = 0; i < n; i++) {
      if (loss[i] < 0.0f)
        wait = 0;
      else if (wait < m_patience)
        wait++;
      waited[i] = wait;
    }
  }
  int m_patience = 25;
};

/// The place in a ring of ten that each event gets.
class Ring {
public:
  virtual ~Ring() = default;
  virtual void Place(const int *events, int n, int *slots) { kernel1D_Place(events, n, slots); }

private:
  void kernel1D_Place(const int *events, int n, int *slots) {
    int slot = 0;
    for (int i = 0; i < n; i++) {
      slots[i] = slot;
      if (events[i] > 0) {
        slot++;
        if (slot == 10)
          slot = 0;
      }
    }
  }
};

/// A position that steps move, held in a range.
class Slew {
public:
  virtual ~Slew() = default;
  virtual void Move(const int *steps, int n, int *positions) { kernel1D_Move(steps, n, positions); }

private:
  void kernel1D_Move(const int *steps, int n, int *positions) {
    int position = 0;
    for (int i = 0; i < n; i++) {
      position += steps[i] % 50;
      if (position > 100)
        position = 100;
      else if (position < -100)
        position = -100;
      positions[i] = position;
    }
  }
};

/// How long a sender waits: twice as long after each failure, up to a limit.
class Backoff {
public:
  virtual ~Backoff() = default;
  virtual void Send(const int *failed, int n, unsigned *delays) { kernel1D_Send(failed, n, delays); }

private:
  void kernel1D_Send(const int *failed, int n, unsigned *delays) {
    unsigned delay = 1;
    for (int i = 0; i < n; i++) {
      delays[i] = delay;
      if (failed[i] % 2 == 0)
        delay = 1;
      else if (delay < 64)
        delay *= 2;
    }
  }
};

/// A weapon that needs time after each shot, in a member.
class Cooldown {
public:
  virtual ~Cooldown() = default;
  virtual void Run(const int *wants, int n, int *shots) { kernel1D_Run(wants, n, shots); }

private:
  void kernel1D_Run(const int *wants, int n, int *shots) {
    m_cooldown = 0;
    for (int i = 0; i < n; i++) {
      const bool fires = wants[i] > 0 && m_cooldown == 0;
      shots[i] = fires;
      if (fires)
        m_cooldown = 12;
      else if (m_cooldown > 0)
        m_cooldown--;
    }
  }
  int m_cooldown = 0;
};

/// A stock that is sold down to nothing and filled up by ones to what the shelf holds.
class Inventory {
public:
  virtual ~Inventory() = default;
  virtual void Trade(const int *orders, int n, int *stock, int *lost) {
    kernel1D_Trade(orders, n, stock, lost);
  }

private:
  void kernel1D_Trade(const int *orders, int n, int *stock, int *lost) {
    std::size_t onShelf = 0;
    for (int i = 0; i < n; i++) {
      lost[i] = 0;
      if (orders[i] > 0) {
        if (onShelf > 0)
          onShelf--;
        else
          lost[i] = 1;
      } else if (onShelf < 200) {
        onShelf++;
      }
      stock[i] = int(onShelf);
    }
  }
};
