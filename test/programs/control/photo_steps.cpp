// Origin: written as a user would, before its first translation.
// Photo corrections, pixel by pixel, one kernel after another over one picture; a blur in between, which needs neighbours.
// RUN: %check %s --class PhotoSteps --size w=1,7,40 --size h=1,5,33 -- -std=c++17
#include <cstdint>
#include <vector>

class PhotoSteps
{
public:
    PhotoSteps() : m_exposure(1.5f), m_black(0.1f) {}

    // Exposure, black level and clamping: three steps in place.
    void Develop(const float *raw, float *out, int w, int h)
    {
        kernel2D_Expose(raw, out, w, h);
        kernel2D_Black(out, w, h);
        kernel2D_Clamp(out, w, h);
    }

    // The blur needs what its neighbours had before.
    void Soften(const float *raw, float *work, float *out, int w, int h)
    {
        kernel2D_Expose(raw, work, w, h);
        kernel2D_Blur(work, out, w, h);
        kernel2D_Clamp(out, w, h);
    }

    // The mask and the picture are written by one kernel and read by the next.
    void Cut(const float *raw, uint32_t *mask, float *out, int w, int h)
    {
        kernel2D_Mask(raw, mask, w, h);
        kernel2D_Apply(raw, mask, out, w, h);
    }

    /// Scales the raw light.
    void kernel2D_Expose(const float *raw, float *out, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                float light = raw[y * w + x] * m_exposure;
                out[y * w + x] = light;
            }
    }

    /// Takes the black level away.
    void kernel2D_Black(float *image, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                // Nothing is darker than black.
                float light = image[y * w + x] - m_black;
                image[y * w + x] = light > 0.0f ? light : 0.0f;
            }
    }

    /// No pixel is brighter than white.
    void kernel2D_Clamp(float *image, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if (image[y * w + x] > 1.0f)
                    image[y * w + x] = 1.0f;
    }

    void kernel2D_Blur(const float *in, float *out, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                int left = x > 0 ? x - 1 : x, right = x + 1 < w ? x + 1 : x;
                out[y * w + x] = (in[y * w + left] + in[y * w + x] + in[y * w + right]) / 3.0f;
            }
    }

    void kernel2D_Mask(const float *in, uint32_t *mask, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                mask[y * w + x] = in[y * w + x] > m_black ? 1u : 0u;
    }

    void kernel2D_Apply(const float *in, const uint32_t *mask, float *out, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[y * w + x] = mask[y * w + x] != 0u ? in[y * w + x] : 0.0f;
    }

private:
    float m_exposure;
    float m_black;
};
