// Origin: written with the part of the compiler that it tests.
// Objects and variants that are copied and swapped as a whole, that change what is const, and that change what they hold.
// RUN: %check %s --class Herd --size=n=30 -- -std=c++20
// RUN: %check %s --class Lockers --variants=virtual-switch --size=n=40 -- -std=c++20
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

class Animal {
public:
  virtual ~Animal() = default;
  virtual void Age() { ++age; } // cats and dogs share it
  virtual void Grow() = 0;
  virtual float Weigh(int day) const = 0;
  /// Two weighings, each of which counts.
  float Twice(int day) const { return Weigh(day) + Weigh(day + 1); }
  int age = 0;
  float size = 1.0f;
};

class Cat : public Animal {
public:
  void Grow() override { size += 1.0f; }
  float Weigh(int day) const override { return size * float(++weighed + day); }
  mutable int weighed = 0;
  float fur = 3.0f;
};

/// Has data of its own, which copies of animals leave out.
class Dog : public Animal {
public:
  void Grow() override { size *= 2.0f; }
  float Weigh(int day) const override {
    bones += 2;
    return size - float(bones * day);
  }
  mutable int bones = 5;
  float bark[2] = {1.0f, 2.0f};
};

class Fish : public Animal {
public:
  void Age() override { age += 2; }
  void Grow() override { size += 0.5f; }
  float Weigh(int) const override { return size; }
};

class Post {
public:
  virtual ~Post() = default;
  virtual float Height(float x) const { return x + top; }
  float top = 1.5f;
  int number = 0;
};
class Sign : public Post {
public:
  float Height(float x) const override { return x * width + top; }
  float width = 2.0f;
};

/// What is const may change: by references to const, in constants, and in copies that lambdas have.
struct Scale {
  mutable int uses = 0;
  float Read(float weight) const { return weight + float(++uses); }
};
static float ReadTwice(const Scale &scale, float weight) { return scale.Read(scale.Read(weight)); }
static float ReadCopy(Scale scale, float weight) {
  const float once = scale.Read(weight);
  return once * 10.0f + scale.Read(once);
}

class Herd {
public:
  virtual ~Herd() = default;
  Herd() {
    for (int i = 0; i < 24; ++i) {
      if (i % 3 == 0)
        m_animals.push_back(std::make_unique<Cat>());
      else if (i % 3 == 1)
        m_animals.push_back(std::make_unique<Dog>());
      else
        m_animals.push_back(std::make_unique<Fish>());
      m_animals.back()->size = float(i);
      m_animals.back()->age = i % 5;
    }
    for (int i = 0; i < 8; ++i) {
      if (i % 3 == 0)
        m_posts.push_back(std::make_unique<Post>());
      else
        m_posts.push_back(std::make_unique<Sign>());
      m_posts.back()->top = float(i);
      m_posts.back()->number = i;
    }
  }
  virtual void Year() { kernel1D_Year(); }
  virtual void WeighAll(float *out, uint32_t n) {
    kernel1D_Weigh(out, n);
    kernel1D_WeighAgain(out, n);
  }
  virtual void Exchange(float *out, uint32_t n) {
    kernel1D_Copy();
    kernel1D_Swap();
    kernel1D_Heights(out, n);
  }

protected:
  void kernel1D_Year() {
    for (uint32_t i = 0; i < m_animals.size(); ++i) {
      m_animals[i]->Age();
      m_animals[i]->Grow();
    }
  }
  void kernel1D_Weigh(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const Scale scale;
      // Nothing is left of what is not used; the object is compared all the same.
      [[maybe_unused]] const int number = m_gate->number;
      out[i] = i < 24 ? m_animals[i]->Twice(int(i)) : 0.0f;
      out[i] = ReadTwice(scale, out[i]);
      out[i] += ReadCopy(scale, 1.0f) + ReadTwice(Scale{5}, 2.0f);
      const auto read = [=](float x) { return scale.Read(x); };
      const auto readThis = [&](float x) { return scale.Read(x); };
      const float first = read(1.0f) + 3.0f * readThis(2.0f);
      out[i] += first + 5.0f * read(1.0f) + 7.0f * readThis(2.0f);
      out[i] += float(scale.uses);
    }
  }
  void kernel1D_WeighAgain(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      if (i < 24)
        out[i] += m_animals[i]->Weigh(1);
  }
  /// Cats get what animals have in common of dogs, and stay cats.
  void kernel1D_Copy() {
    for (uint32_t i = 0; i < 4; ++i)
      *m_animals[3 * i] = *m_animals[3 * i + 1];
  }
  void kernel1D_Swap() {
    for (uint32_t i = 0; i < 4; ++i)
      std::swap(*m_posts[i], *m_posts[i + 4]);
  }
  void kernel1D_Heights(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = m_posts[i % 8]->Height(0.5f) + float(m_posts[i % 8]->number);
  }

  std::vector<std::unique_ptr<Animal>> m_animals;
  std::vector<std::unique_ptr<Post>> m_posts;
  std::unique_ptr<Post> m_gate = std::make_unique<Sign>();
};

struct Coat {
  float warmth;
};
struct Bag {
  float weight;
  int books;
};
using Locker = std::variant<Coat, Bag>;

/// Without data: only whether a variant holds it can be asked.
struct Nothing {};

class Lockers {
public:
  virtual ~Lockers() = default;
  Lockers() {
    for (int i = 0; i < 40; ++i)
      if (i % 3)
        m_lockers.push_back(Coat{float(i)});
      else
        m_lockers.push_back(Bag{float(i) * 0.5f, i});
  }
  /// What was taken out decides, not what lies there now.
  virtual void Trade() { kernel1D_Trade(); }
  virtual void Look(float *out, uint32_t n) { kernel1D_Look(out, n); }
  virtual void Move() { kernel1D_Move(); }

protected:
  void kernel1D_Trade() {
    for (uint32_t i = 0; i < m_lockers.size(); ++i) {
      const Coat *coat = std::get_if<Coat>(&m_lockers[i]);
      const Bag *bag = std::get_if<Bag>(&m_lockers[i]);
      if (coat)
        m_lockers[i] = Bag{coat->warmth, 1};
      if (bag)
        m_lockers[i] = Coat{bag->weight};
    }
  }
  void kernel1D_Look(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Locker locker = m_lockers[i % 40];
      [[maybe_unused]] const size_t held = m_shelf[i % 3].index() + m_hooks[i % 3].index();
      Coat *coat = std::get_if<Coat>(&locker);
      Coat *same = coat;
      if (i % 4 == 0)
        locker = Coat{5.0f};
      out[i] = 1.0f;
      std::variant<Nothing, Coat> peg = m_pegs[i % 3];
      const Nothing *nothing = std::get_if<Nothing>(&peg);
      peg = Nothing{};
      if (nothing)
        out[i] += std::get_if<0>(&m_pegs[(i + 1) % 3]) == nullptr ? 2.0f : 3.0f;
      if (same != nullptr)
        out[i] += coat->warmth;
      if (Bag *bag = std::get_if<Bag>(&locker))
        out[i] += float(bag->books);
      out[i] += float(std::visit<int>([&](const auto &one) { return float(sizeof(one)) * 0.75f; }, locker));
      out[i] += std::visit<float>([&](const auto &one) { return int(sizeof(one)) / 3; }, locker) / 4;
    }
  }
  void kernel1D_Move() {
    for (uint32_t i = 0; i < 8; ++i) {
      Locker first = m_lockers[i];
      m_shelf[i] = first;
      first = m_lockers[i + 8];
      m_lockers[i + 16] = first;
      m_lockers[i] = std::move(first);
    }
  }

  std::vector<Locker> m_lockers;
  Locker m_shelf[8];
  std::variant<Nothing, Coat> m_pegs[3] = {Nothing{}, Coat{1.0f}, Nothing{}};
  Locker m_hooks[3] = {Coat{1.0f}, Bag{2.0f, 3}, Coat{4.0f}}; // no kernel is left to use them
};
