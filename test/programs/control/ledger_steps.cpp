// Origin: written as a user would, before its first translation.
// Whole numbers, so that every result is exact: kernels after one another over equal and over different ranges, with totals,
// host code and offsets between them.
// RUN: %check %s --class LedgerSteps --size n=0,1,33,700 --arg rate=-9..9 --arg in=-99..99 -- -std=c++17
#include <algorithm>
#include <cstdint>

class LedgerSteps
{
public:
    LedgerSteps() : m_total(0), m_offset(3) {}

    // Three in a row, of which the last one reads what both others wrote.
    void Book(const int *in, int *fees, int *net, int *gross, int n, int rate)
    {
        kernel1D_Fees(in, fees, n, rate);
        kernel1D_Net(in, fees, net, n);
        kernel1D_Gross(fees, net, gross, n);
    }

    // One kernel twice.
    void Twice(int *out, int n, int rate)
    {
        kernel1D_Charge(out, n, rate);
        kernel1D_Charge(out, n, 2 * rate);
    }

    // The second half alone.
    void Half(int *out, int n, int rate)
    {
        kernel1D_Charge(out, n, rate);
        kernel1D_Charge(out, n / 2, rate);
    }

    // The second kernel reads what the first one has added up.
    int Share(const int *in, int *out, int n)
    {
        kernel1D_Total(in, n);
        kernel1D_Share(out, n);
        return m_total;
    }

    // What is added up was written just before.
    int Sum(const int *in, int *fees, int n, int rate)
    {
        kernel1D_Fees(in, fees, n, rate);
        kernel1D_Total(fees, n);
        return m_total;
    }

    // The host changes a member between two kernels.
    void Between(int *out, int n)
    {
        m_offset = 3;
        kernel1D_Offset(out, n);
        m_offset = 5;
        kernel1D_Offset(out, n);
    }

    void Mirror(int *out, int *back, int n)
    {
        kernel1D_Charge(out, n, 3);
        kernel1D_Back(out, back, n);
    }

    // Some are done early.
    void Capped(const int *in, int *out, int n)
    {
        kernel1D_Cap(in, out, n);
        kernel1D_Charge(out, n, 7);
    }

    void Checked(const int *in, int *out, int n, int rate)
    {
        kernel1D_Fees(in, out, n, rate);
        if (rate > 0)
            kernel1D_Charge(out, n, rate);
        kernel1D_Charge(out, n, 1);
    }

    void kernel1D_Fees(const int *in, int *fees, int n, int rate)
    {
        for (int i = 0; i < n; i++)
        {
            int fee = in[i] * rate;
            fees[i] = fee;
        }
    }

    void kernel1D_Net(const int *in, const int *fees, int *net, int n)
    {
        for (int i = 0; i < n; i++)
        {
            int fee = fees[i]; // of this entry
            net[i] = in[i] - fee;
        }
    }

    void kernel1D_Gross(const int *fees, const int *net, int *gross, int n)
    {
        for (int i = 0; i < n; i++)
            gross[i] = net[i] + 2 * fees[i];
    }

    void kernel1D_Charge(int *out, int n, int rate)
    {
        for (int i = 0; i < n; i++)
            out[i] += rate;
    }

    void kernel1D_Total(const int *in, int n)
    {
        m_total = 0;
        for (int i = 0; i < n; i++)
            m_total += in[i];
    }

    void kernel1D_Share(int *out, int n)
    {
        for (int i = 0; i < n; i++)
            out[i] = m_total - i;
    }

    void kernel1D_Offset(int *out, int n)
    {
        for (int i = 0; i < n; i++)
            out[i] = out[i] * 2 + m_offset;
    }

    void kernel1D_Back(const int *out, int *back, int n)
    {
        for (int i = 0; i < n; i++)
            back[i] = out[n - 1 - i];
    }

    void kernel1D_Cap(const int *in, int *out, int n)
    {
        for (int i = 0; i < n; i++)
        {
            out[i] = in[i];
            if (in[i] < 50)
                continue;
            out[i] = 50;
        }
    }

private:
    int m_total;
    int m_offset;
};
