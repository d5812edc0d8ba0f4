#pragma once

// How long 'table' is nobody knows.
class Gather
{
public:
    virtual ~Gather() = default;
    virtual void Look(const unsigned* index, const float* table, float* out, int n) { kernel1D_Look(index, table, out, n); }
    virtual int Marked(const unsigned* index, int* marks, int n) const noexcept
    {
        kernel1D_Mark(index, marks, n);
        return n;
    }
    // No virtual function: an object that is used as the generated class throws, one that is used as its base does not.
    void Set(const unsigned* index, float* out, int n) { kernel1D_Set(index, out, n); }
    void Set(float* out, int n) { kernel1D_Clear(out, n); }

protected:
    void kernel1D_Look(const unsigned* index, const float* table, float* out, int n)
    {
        for (int i = 0; i < n; ++i)
            out[i] = table[index[i]];
    }
    void kernel1D_Mark(const unsigned* index, int* marks, int n) const
    {
        for (int i = 0; i < n; ++i)
            marks[index[i]] = 1;
    }
    void kernel1D_Set(const unsigned* index, float* out, int n)
    {
        for (int i = 0; i < n; ++i)
            out[index[i]] = 2.0f;
    }
    void kernel1D_Clear(float* out, int n)
    {
        for (int i = 0; i < n; ++i)
            out[i] = 0.0f;
    }
};
