// Origin: written as a user would, before its first translation.
// Arrays that a caller may leave out: weights, masks, biases and second results that are null, asked in kernels, in what
// kernels call, and in control functions.
// RUN: %check --largest-size=70 %s --class=DenseLayer,MaskedMean,Channels,Normalisation,WeightedBins,Scores -- -std=c++17
// RUN: %check --largest-size=70 %s --class=Curves,Blend,Selection,Shading,Keyed,Fallback -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// A layer of a network whose bias is optional.
class DenseLayer
{
public:
    virtual ~DenseLayer() = default;

    virtual void Forward(const float* x, const float* weights, const float* bias, float* y, int inputs, int outputs)
    {
        kernel1D_Dense(x, weights, bias, y, inputs, outputs);
    }

protected:
    void kernel1D_Dense(const float* x, const float* weights, const float* bias, float* y, int inputs, int outputs)
    {
        for (int o = 0; o < outputs; ++o)
        {
            float sum = bias ? bias[o] : 0.0f;
            for (int i = 0; i < inputs; ++i)
                sum += weights[o * inputs + i] * x[i];
            y[o] = std::max(sum, 0.0f);
        }
    }
};

// Elements that a mask leaves out; without one all count.
class MaskedMean
{
public:
    virtual ~MaskedMean() = default;

    virtual float Mean([[vkmorph::size("n")]] const float* values, const uint8_t* mask, int n)
    {
        kernel1D_Add(values, mask, n);
        return m_count > 0 ? m_sum / float(m_count) : 0.0f;
    }

protected:
    void kernel1D_Add(const float* values, const uint8_t* mask, int n)
    {
        m_sum = 0.0f;
        m_count = 0;
        for (int i = 0; i < n; ++i)
        {
            if (mask != nullptr && mask[i] == 0)
                continue;
            m_sum += values[i];
            m_count++;
        }
    }

    float m_sum = 0.0f;
    int m_count = 0;
};

// Results that are written where somebody wants them.
class Channels
{
public:
    virtual ~Channels() = default;

    virtual void Split(const uint32_t* pixels, float* red, float* green, float* blue, int w, int h)
    {
        kernel2D_Split(pixels, red, green, blue, w, h);
    }

protected:
    void kernel2D_Split(const uint32_t* pixels, float* red, float* green, float* blue, int w, int h)
    {
        for (int y = 0; y < h; ++y)
        {
            for (int x = 0; x < w; ++x)
            {
                const uint32_t p = pixels[y * w + x];
                if (red)
                    red[y * w + x] = float(p & 255u);
                if (green != nullptr)
                    green[y * w + x] = float((p >> 8) & 255u);
                if (!blue)
                    continue;
                blue[y * w + x] = float((p >> 16) & 255u);
            }
        }
    }
};

// Two optional factors, and launches that depend on them as well.
class Normalisation
{
public:
    virtual ~Normalisation() = default;

    virtual void Run(float* data, const float* gamma, const float* beta, const float* residual, int channels, int n)
    {
        kernel2D_Scale(data, gamma, beta, channels, n);
        if (residual)
            kernel1D_Add(data, residual, channels * n);
        else
            kernel1D_Clamp(data, channels * n);
    }

protected:
    void kernel2D_Scale(float* data, const float* gamma, const float* beta, int channels, int n)
    {
        for (int c = 0; c < channels; ++c)
        {
            for (int i = 0; i < n; ++i)
            {
                float v = data[c * n + i];
                if (gamma)
                    v *= gamma[c];
                if (beta)
                    v += beta[c];
                data[c * n + i] = v;
            }
        }
    }

    void kernel1D_Add(float* data, const float* residual, int count)
    {
        for (int i = 0; i < count; ++i)
            data[i] += residual[i];
    }

    void kernel1D_Clamp(float* data, int count)
    {
        for (int i = 0; i < count; ++i)
            data[i] = std::min(std::max(data[i], -4.0f), 4.0f);
    }
};

// A histogram that counts, or adds up weights.
class WeightedBins
{
public:
    virtual ~WeightedBins() = default;

    virtual void Count(const int* keys, int n, uint32_t* bins, const uint32_t* weights = nullptr)
    {
        kernel1D_Clear(bins);
        kernel1D_Count(keys, n, bins, weights);
    }

    virtual void CountPlain(const int* keys, int n, uint32_t* bins) { Count(keys, n, bins); }

protected:
    void kernel1D_Clear(uint32_t* bins)
    {
        for (int k = 0; k < 64; ++k)
            bins[k] = 0;
    }

    void kernel1D_Count(const int* keys, int n, uint32_t* bins, const uint32_t* weights)
    {
        for (int i = 0; i < n; ++i)
            bins[keys[i] & 63] += weights == nullptr ? 1u : weights[i];
    }
};

// Rows of a table that are normalised; what is masked does not take part.
class Scores
{
public:
    virtual ~Scores() = default;

    virtual void Softmax([[vkmorph::size("rows * columns")]] const float* scores, const uint8_t* mask, float* out, float* rowSums, int rows, int columns)
    {
        kernel1D_Softmax(scores, mask, out, rowSums, rows, columns);
    }

protected:
    void kernel1D_Softmax(const float* scores, const uint8_t* mask, float* out, float* rowSums, int rows, int columns)
    {
        const bool masked = mask != nullptr;
        for (int r = 0; r < rows; ++r)
        {
            float largest = -1e30f;
            for (int c = 0; c < columns; ++c)
            {
                if (masked && !mask[r * columns + c])
                    continue;
                largest = std::max(largest, scores[r * columns + c]);
            }
            float sum = 0.0f;
            for (int c = 0; c < columns; ++c)
            {
                const bool used = !masked || mask[r * columns + c] != 0;
                const float e = used ? std::exp(std::max(scores[r * columns + c] - largest, -20.0f)) : 0.0f;
                out[r * columns + c] = e;
                sum += e;
            }
            if (rowSums)
                rowSums[r] = sum;
        }
    }
};

// Functions that take the pointer on.
class Curves
{
public:
    virtual ~Curves() = default;

    virtual void Apply([[vkmorph::size("n")]] const int* x, [[vkmorph::size("n")]] const float* table,
                       const uint8_t* skip, [[vkmorph::size("n")]] float* y, int n)
    {
        kernel1D_Apply(x, table, skip, y, n);
    }

protected:
    static bool Kept(const uint8_t* skip, int i) { return !skip || skip[i] < 128; }

    float Look(const float* table, int k) const
    {
        if (table == nullptr)
            return m_slope * float(k);
        return table[k];
    }

    void kernel1D_Apply(const int* x, const float* table, const uint8_t* skip, float* y, int n)
    {
        for (int i = 0; i < n; ++i)
        {
            if (!Kept(skip, i))
                continue;
            const float base = Look(table, i);
            y[i] = base + float(x[i] & 7);
        }
    }

    float m_slope = 0.25f;
};

// The class keeps its caller's mask.
class Blend
{
public:
    virtual ~Blend() = default;

    void SetMask(const float* mask) { m_mask = mask; }

    virtual void Run(const float* a, const float* b, float* out, int n) { kernel1D_Mix(a, b, out, n); }

protected:
    void kernel1D_Mix(const float* a, const float* b, float* out, int n)
    {
        for (int i = 0; i < n; ++i)
        {
            const float t = m_mask ? m_mask[i] : 0.5f;
            out[i] = a[i] + t * (b[i] - a[i]);
        }
    }

    const float* m_mask = nullptr;
};

// What is found goes to one or two lists.
class Selection
{
public:
    virtual ~Selection() = default;

    virtual int Select([[vkmorph::size("n")]] const int* a, const uint8_t* keep, int n,
                       [[vkmorph::size("n")]] int* values, [[vkmorph::size("n")]] int* indices)
    {
        kernel1D_Select(a, keep, n, values, indices);
        return m_found;
    }

protected:
    void kernel1D_Select(const int* a, const uint8_t* keep, int n, int* values, int* indices)
    {
        m_found = 0;
        for (int i = 0; i < n; ++i)
        {
            if (keep ? keep[i] == 0 : a[i] < 0)
                continue;
            values[m_found] = a[i];
            if (indices != nullptr)
                indices[m_found] = i;
            m_found++;
        }
    }

    int m_found = 0;
};

struct Material
{
    float r, g, b;
    int gloss;
};

// Structs, and two pointers in one condition.
class Shading
{
public:
    virtual ~Shading() = default;

    virtual void Paint(const int* ids, const Material* own, [[vkmorph::size("n")]] const float* light,
                       Material* out, int n, bool lit)
    {
        const bool useLight = lit && light != nullptr;
        kernel1D_Paint(ids, own, light, out, n, useLight);
    }

protected:
    void kernel1D_Paint(const int* ids, const Material* own, const float* light, Material* out, int n, bool useLight)
    {
        for (int i = 0; i < n; ++i)
        {
            Material m{0.5f, 0.25f, 1.0f, ids[i] & 3};
            if (own && light)
                m = own[i];
            else if (own)
                m.r = own[i].g;
            if (useLight)
            {
                m.g *= light[i];
                m.b *= light[i];
            }
            out[i] = m;
        }
    }
};

// What is done with each element is chosen by what there is.
class Keyed
{
public:
    virtual ~Keyed() = default;

    virtual void Gather(const float* in, const float* factors, float* out, float* sum, int n)
    {
        if (n <= 0)
            return;
        kernel1D_Gather(in, factors, out, n);
        if (!sum)
            return;
        kernel1D_Sum(out, n);
        kernel1D_Store(sum);
    }

protected:
    void kernel1D_Gather(const float* in, const float* factors, float* out, int n)
    {
        for (int i = 0; i < n; ++i)
        {
            if (factors)
                out[i] = in[i] * factors[i];
            else
                out[i] = in[i];
        }
    }

    void kernel1D_Sum(const float* out, int n)
    {
        m_total = 0.0f;
        for (int i = 0; i < n; ++i)
            m_total += out[i];
    }

    void kernel1D_Store(float* sum)
    {
        for (int i = 0; i < 1; ++i)
            sum[i] = m_total;
    }

    float m_total = 0.0f;
};

// Steps that go on with an optional array in a loop of the control function, and a call that leaves one out.
class Fallback
{
public:
    virtual ~Fallback() = default;

    virtual void Steps(float* u, const float* source, int n, int steps)
    {
        for (int s = 0; s < steps; ++s)
        {
            kernel1D_Step(u, s % 2 == 0 ? source : nullptr, n);
            if (source != nullptr && s == 2)
                kernel1D_Step(u, source, n);
        }
    }

    virtual void Quiet(float* u, int n) { kernel1D_Step(u, nullptr, n); }

protected:
    void kernel1D_Step(float* u, const float* source, int n)
    {
        for (int i = 0; i < n; ++i)
            u[i] = 0.5f * u[i] + (source ? source[i] : 1.0f);
    }
};
