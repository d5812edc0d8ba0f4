// Origin: written as a user would, before its first translation.
// Arrays of variants, and of structs with variants inside, that callers have: read, changed, written as a whole, in objects.
// RUN: %check %s --class=Poster,Bank,Reverser,Broker,Games -- -std=c++20
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

//===--- A poster: every pixel asks all shapes that the caller wants on it. ---===//

struct Disc {
  float x, y, radius;
};
struct Bar {
  float x, y, width, height;
  uint8_t shade;
};
struct Stripes {
  int period;
};
using Shape = std::variant<Disc, Bar, Stripes>;

class Poster {
public:
  virtual ~Poster() = default;
  virtual void Print(const Shape *shapes, float *ink, int width, int height, int count) {
    kernel2D_Ink(shapes, ink, width, height, count);
  }

protected:
  static float InkOf(const Shape &shape, float x, float y) {
    return std::visit(overloaded{[&](const Disc &disc) {
                                   const float dx = x - disc.x, dy = y - disc.y;
                                   return dx * dx + dy * dy < disc.radius * disc.radius ? 1.0f : 0.0f;
                                 },
                                 [&](const Bar &bar) {
                                   return x >= bar.x && x < bar.x + bar.width && y >= bar.y && y < bar.y + bar.height ? float(bar.shade) / 256.0f
                                                                                                                      : 0.0f;
                                 },
                                 [&](const Stripes &stripes) { return stripes.period > 0 && int(x) % stripes.period == 0 ? 0.25f : 0.0f; }},
                      shape);
  }
  void kernel2D_Ink(const Shape *shapes, float *ink, int width, int height, int count) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float most = 0.0f;
        for (int k = 0; k < count; ++k)
          most = std::max(most, InkOf(shapes[k], float(x), float(y)));
        ink[y * width + x] = most;
      }
  }
};

//===--- Accounts: structs in structs, arrays of variants in them, changed in functions that take references. ---===//

struct Unused {};
struct Loan {
  double owed;
  float rate;
};
struct Deposit {
  double held;
  short months;
  bool fixed;
};
using Slot = std::variant<Unused, Loan, Deposit>;

struct Owner {
  int number;
  std::variant<float, int> fee;
};
struct Account {
  Owner owner;
  std::array<Slot, 3> slots;
  double balance;
};

class Bank {
public:
  virtual ~Bank() = default;
  virtual void Month(Account *accounts, uint32_t n, float bonus) { kernel1D_Settle(accounts, n, bonus); }

protected:
  static double FeeOf(const Owner &owner) {
    if (const float *part = std::get_if<float>(&owner.fee))
      return 0.125 * double(*part);
    return double(std::get<int>(owner.fee) & 7);
  }
  static void Settle(Slot &slot, double &balance, float bonus) {
    if (auto *loan = std::get_if<Loan>(&slot)) {
      if (loan->owed <= 1.0)
        slot = Unused{};
      else {
        loan->owed -= 1.0;
        balance -= 1.0;
      }
    } else if (auto *deposit = std::get_if<Deposit>(&slot)) {
      deposit->months++;
      if (!deposit->fixed && deposit->months > 12) {
        balance += deposit->held;
        slot.emplace<Loan>(deposit->held, bonus);
      }
    }
  }
  void kernel1D_Settle(Account *accounts, uint32_t n, float bonus) {
    for (uint32_t i = 0; i < n; ++i) {
      Account &account = accounts[i];
      for (Slot &slot : account.slots)
        Settle(slot, account.balance, bonus);
      account.balance -= FeeOf(account.owner);
      if (account.owner.number % 3 == 0)
        account.owner.fee = account.owner.number;
    }
  }
};

//===--- Tokens: numbers and structs; one array is written from the other, back to front. ---===//

struct Word {
  uint16_t first, length;
};
enum class Mark { Comma, Stop, Dash };
using Token = std::variant<int, float, Word, Mark>;

class Reverser {
public:
  virtual ~Reverser() = default;
  virtual void Turn(const Token *tokens, Token *turned, int *kinds, int n) {
    kernel1D_Turn(tokens, turned, n);
    kernel1D_Count(turned, kinds, n);
  }

protected:
  void kernel1D_Turn(const Token *tokens, Token *turned, int n) {
    for (int i = 0; i < n; ++i) {
      const Token &token = tokens[n - 1 - i];
      if (std::holds_alternative<Mark>(token))
        turned[i] = std::get<Mark>(token) == Mark::Stop ? Mark::Dash : Mark::Stop;
      else if (const int *number = std::get_if<int>(&token))
        turned[i] = float(*number & 1023) * 0.5f;
      else
        turned[i] = token;
    }
  }
  void kernel1D_Count(const Token *turned, int *kinds, int n) {
    m_words = 0;
    for (int i = 0; i < n; ++i) {
      kinds[i] = int(turned[i].index());
      if (kinds[i] == 2)
        m_words += std::get<2>(turned[i]).length & 15;
    }
  }
  int m_words = 0;
};

//===--- A market that the caller has: vectors of offers in an object, which kernels change. ---===//

struct Ask {
  float price;
  int amount;
};
struct Bid {
  float price, most;
};
struct Done {};
using Offer = std::variant<Done, Ask, Bid>;

struct Market {
  std::vector<Offer> offers;
  std::vector<float> prices;
};

class Broker {
public:
  virtual ~Broker() = default;
  virtual void Trade(Market &market, uint32_t n) {
    kernel1D_Price(market, n);
    kernel1D_Close(market, n);
  }

protected:
  void kernel1D_Price(Market &market, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      market.prices[i] = std::visit(overloaded{[](const Done &) { return 0.0f; }, [](const Ask &ask) { return ask.price; },
                                               [](const Bid &bid) { return std::min(bid.price, bid.most); }},
                                    market.offers[i]);
  }
  void kernel1D_Close(Market &market, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Offer &offer = market.offers[i];
      if (market.prices[i] > 0.5f)
        offer = Done{};
      else
        std::visit(overloaded{[](Done &) {}, [](Ask &ask) { ask.amount = (ask.amount & 255) + 1; }, [](Bid &bid) { bid.price += 0.25f; }}, offer);
    }
  }
};

//===--- Games: two arrays, of which one is read; the parameter of the kernel and functions name single elements. ---===//

struct Rock {
  int size;
};
struct Paper {
  int sheets;
  float weight;
};
struct Scissors {
  float length;
};
using Hand = std::variant<Rock, Paper, Scissors>;
struct Player {
  Hand hand;
  int wins = 0;
};

class Games {
public:
  virtual ~Games() = default;
  virtual void Round(const Hand *house, Player *players, float *gains, uint32_t n, uint32_t shift) {
    kernel1D_Play(house, players, gains, n);
    kernel1D_Change(players, n, shift);
  }

protected:
  static int Result(const Hand &a, const Hand &b) {
    return std::visit(overloaded{[](const Rock &, const Scissors &) { return 1; }, [](const Scissors &, const Rock &) { return -1; },
                                 [](const Paper &, const Rock &) { return 1; }, [](const Rock &, const Paper &) { return -1; },
                                 [](const Scissors &, const Paper &) { return 1; }, [](const Paper &, const Scissors &) { return -1; },
                                 [](const auto &, const auto &) { return 0; }},
                      a, b);
  }
  static void Note(Player &player, int result) {
    if (result > 0)
      player.wins++;
  }
  void kernel1D_Play(const Hand *house, Player *players, float *gains, uint32_t n) {
    m_total = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const int result = Result(players[i].hand, house[i]);
      Note(players[i], result);
      gains[i] = 0.5f * float(result);
      m_total += result;
    }
  }
  void kernel1D_Change(Player *players, uint32_t n, uint32_t shift) {
    for (uint32_t i = 0; i < n; ++i)
      switch ((players[i].hand.index() + i + shift) % 4) {
      case 0:
        players[i].hand = Rock{int(i)};
        break;
      case 1:
        players[i].hand = Paper{int(shift), 0.5f * float(i % 9)};
        break;
      case 2:
        players[i].hand.emplace<Scissors>(Scissors{1.0f});
        break;
      default:
        players[i] = Player{Scissors{2.0f}, 7};
      }
  }
  int m_total = 0;
};
