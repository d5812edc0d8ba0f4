#ifndef OUT_REFERENCES_H
#define OUT_REFERENCES_H

namespace bank {

struct Account {
  int balance;
  unsigned moves;
  int history[2];

  Account &Deposit(int amount);
  Account &Withdraw(int amount) { return Deposit(-amount); }
  int &Last() { return history[moves & 1u]; }
};

// Books a day's transfers.
class Ledger {
public:
  virtual ~Ledger() {}
  virtual void Book(const int *amounts, Account *accounts, int *fees, int n);

private:
  void kernel1D_Book(const int *amounts, Account *accounts, int *fees, int n);
  int &Rate(int kind) { return rates[kind & 3]; }
  const int &Rate(int kind) const { return rates[kind & 3]; }
  int Charge(int amount, int &fee) const;

  int rates[4] = {2, 3, 5, 7};
};

} // namespace bank

#endif
