// The balances of a bank's accounts, in cents, and the postings to them.
#pragma once

#include <cstdint>

namespace bank {

class Ledger {
public:
    virtual ~Ledger() = default;

    // Adds to, or takes from, each account its amount.
    virtual void Deposit(int* balances, const int* amounts, uint32_t accounts);
    virtual void Withdraw(int* balances, const int* amounts, uint32_t accounts);

    // Moves each amount from one account to its partner; returns all that was moved.
    virtual int TransferAmounts(int* from, int* to, const int* amounts, uint32_t accounts);

    // Undoes a transfer, and writes it down as a correction.
    virtual int CorrectTransfer(int* from, int* to, const int* amounts, uint32_t accounts);

    // Adds up the balances; the sum has to fit an int.
    virtual int AuditAccounts(const int* balances, uint32_t accounts);

    // Audits, then writes for each account how far it is from the mean, and in which class it is.
    virtual void RateAccounts(
        const int* balances, int* deviation, uint32_t* rating, uint32_t accounts);

    int TotalBalance() const { return total; }
    int MeanBalance() const { return mean; }
    int RemainderOfMean() const { return remainder; }
    int LowestBalance() const { return lowest; }
    int HighestBalance() const { return highest; }
    uint32_t Overdrawn() const { return overdrawn; }
    int MovedAmount() const { return moved; }
    uint32_t Postings() const { return postings; }
    uint32_t PostingRuns() const { return runs; }
    uint32_t Outliers() const { return outliers; }

protected:
    void kernel1D_PostAmounts(int* balances, const int* amounts, int sign, uint32_t accounts);
    void kernel1D_AuditAccounts(const int* balances, uint32_t accounts);
    void kernel1D_RateAccounts(
        const int* balances, int* deviation, uint32_t* rating, uint32_t accounts);

    int total = 0;
    int mean = 0;
    int remainder = 0;
    int lowest = 0;
    int highest = 0;
    uint32_t overdrawn = 0;
    int moved = 0;          // by the last run of postings
    uint32_t postings = 0;  // ever
    uint32_t runs = 0;      // ever
    uint32_t outliers = 0;
};

}  // namespace bank
