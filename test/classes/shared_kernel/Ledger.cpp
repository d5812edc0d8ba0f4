// Postings, audits and ratings.
#include "Ledger.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>

using namespace bank;

static const int DeviationLimit = 150;

static uint32_t RatingOf(int balance, int deviation)
{
    if (balance < 0)
        return deviation < -DeviationLimit ? 4u : 3u;
    switch (std::abs(deviation) / 50) {
    case 0:
        return 0;
    case 1:
    case 2:
        return 1;
    default:
        break;
    }
    return 2;
}

void Ledger::Deposit(int* balances, const int* amounts, uint32_t accounts)
{
    kernel1D_PostAmounts(balances, amounts, +1, accounts);
}

void Ledger::Withdraw(int* balances, const int* amounts, uint32_t accounts)
{
    kernel1D_PostAmounts(balances, amounts, -1, accounts);
}

int Ledger::TransferAmounts(int* from, int* to, const int* amounts, uint32_t accounts)
{
    const int taking = -1;
    kernel1D_PostAmounts(from, amounts, taking, accounts);
    kernel1D_PostAmounts(to, amounts, -taking, accounts);
    return moved;
}

int Ledger::CorrectTransfer(int* from, int* to, const int* amounts, uint32_t accounts)
{
    TransferAmounts(to, from, amounts, accounts);
    AuditAccounts(from, accounts);
    return total;
}

int Ledger::AuditAccounts(const int* balances, uint32_t accounts)
{
    kernel1D_AuditAccounts(balances, accounts);
    return total;
}

void Ledger::RateAccounts(const int* balances, int* deviation, uint32_t* rating, uint32_t accounts)
{
    kernel1D_AuditAccounts(balances, accounts);
    kernel1D_RateAccounts(balances, deviation, rating, accounts);
}

void Ledger::kernel1D_PostAmounts(int* balances, const int* amounts, int sign, uint32_t accounts)
{
    moved = 0;
    for (uint32_t a = 0; a < accounts; a++) {
        const int before = balances[a];
        const int amount = amounts[a];
        if (amount == 0)
            continue;
        balances[a] = before + sign * amount;
        moved += amount;
        postings++;
    }
    runs++;
}

void Ledger::kernel1D_AuditAccounts(const int* balances, uint32_t accounts)
{
    total = 0;
    overdrawn = 0;
    lowest = INT_MAX;
    highest = INT_MIN;
    for (uint32_t a = 0; a < accounts; a++) {
        const int balance = balances[a];
        total += balance;
        if (balance < lowest)
            lowest = balance;
        highest = std::max(highest, balance);
        if (balance < 0)
            overdrawn += 1;
    }
    mean = 0;
    remainder = 0;
    if (accounts != 0) {
        const int count = static_cast<int>(accounts);
        mean = total / count;
        remainder = total % count;
    }
}

void Ledger::kernel1D_RateAccounts(
    const int* balances, int* deviation, uint32_t* rating, uint32_t accounts)
{
    outliers = 0;
    for (uint32_t a = 0; a < accounts; a++) {
        const int d = balances[a] - mean;
        deviation[a] = d;
        rating[a] = RatingOf(balances[a], d);
        if (d < -DeviationLimit || d > DeviationLimit)
            ++outliers;
    }
}
