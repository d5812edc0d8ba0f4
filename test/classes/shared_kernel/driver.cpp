// A few days in the life of two branches of a bank.
#include "driver_support.h"
#include "object.h"

using bank::Ledger;

static void PrintLedger(const char* title, const Ledger& ledger)
{
    driver::Print("ledger", title);
    driver::Print("total", ledger.TotalBalance());
    driver::Print("mean", ledger.MeanBalance());
    driver::Print("remainder", ledger.RemainderOfMean());
    driver::Print("lowest", ledger.LowestBalance());
    driver::Print("highest", ledger.HighestBalance());
    driver::Print("overdrawn", ledger.Overdrawn());
    driver::Print("moved", ledger.MovedAmount());
    driver::Print("postings", ledger.Postings());
    driver::Print("runs", ledger.PostingRuns());
    driver::Print("outliers", ledger.Outliers());
}

static void Check(uint32_t accounts)
{
    std::unique_ptr<Ledger> north = MakeObject();
    std::unique_ptr<Ledger> south = MakeObject();

    std::vector<int> savings = driver::Ints(accounts, -100, 300, 51);
    std::vector<int> current = driver::Ints(accounts, -300, 100, 52);
    const std::vector<int> wages = driver::Ints(accounts, 0, 40, 53);
    const std::vector<int> rents = driver::Ints(accounts, -3, 30, 54);
    std::vector<int> deviation(accounts, 12345);
    std::vector<uint32_t> rating(accounts, 99);

    driver::Print("audit of the north", north->AuditAccounts(savings.data(), accounts));
    driver::Print("audit of the south", south->AuditAccounts(current.data(), accounts));
    PrintLedger("north, first audit", *north);

    north->Deposit(savings.data(), wages.data(), accounts);
    south->Withdraw(current.data(), rents.data(), accounts);
    south->Withdraw(current.data(), rents.data(), accounts / 2);
    PrintLedger("south, rents paid", *south);
    driver::PrintArray("savings", savings);
    driver::PrintArray("current", current);

    driver::Print("transferred",
        north->TransferAmounts(savings.data(), current.data(), rents.data(), accounts));
    PrintLedger("north, transferred", *north);
    driver::Print("after the correction",
        south->CorrectTransfer(savings.data(), current.data(), rents.data(), accounts));
    PrintLedger("south, corrected", *south);
    driver::PrintArray("savings", savings);
    driver::PrintArray("current", current);

    north->RateAccounts(current.data(), deviation.data(), rating.data(), accounts);
    driver::PrintArray("deviation", deviation);
    driver::PrintArray("rating", rating);
    PrintLedger("north, rated", *north);
    north->RateAccounts(savings.data(), deviation.data(), rating.data(), accounts / 3);
    driver::PrintArray("deviation, a third anew", deviation);
    driver::PrintArray("rating, a third anew", rating);
    PrintLedger("north, a third rated", *north);
}

int main(int argc, char** argv)
{
    return driver::Run(argc, argv, 1,
        { "0", "1", "63", "64", "255", "256", "257", "65535", "1000003" },
        [](driver::Shape shape) { Check(shape.x); });
}
