#ifndef PLAIN_C_H
#define PLAIN_C_H

#define TAPS 5
#define SQR(x) ((x) * (x))
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define CHECKED(cond, stmt) \
    do                      \
    {                       \
        if (cond)           \
            stmt;           \
    } while (0)

typedef struct sample_t
{
    short level;
    float weight[TAPS];
} sample_t;

typedef enum
{
    MODE_OFF,
    MODE_LOW = 2,
    MODE_HIGH
} run_mode;

typedef float taps_t[TAPS];

class plain_c
{
public:
    virtual ~plain_c() {}
    virtual void process(const sample_t *in, float *out, int n, run_mode mode);

    void kernel1D_process(const sample_t *in, float *out, int n, run_mode mode);

    taps_t coeff;
    float peak;
};

#endif
