//===- Polynomials.h - Computed by coefficients.py ------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H
#define VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H

namespace maths {

/// Numbers that float and double need with more digits than they have; High + Low is the number.
template <typename T> struct Constants;

template <> struct Constants<float> {
  // Beyond these, e^x is infinite, or 0.
  static constexpr float mostExponent = 89.0f;
  static constexpr float leastExponent = -104.0f;
  // A whole number of these is exact in the high part.
  static constexpr float ln2High = 0.69311523f;
  static constexpr float ln2Low = 3.1946183e-05f;
  static constexpr float log10Of2High = 0.3010254f;
  static constexpr float log10Of2Low = 4.605039e-06f;
  // Others have all bits.
  static constexpr float log2OfEHigh = 1.442695f;
  static constexpr float log2OfELow = 1.925963e-08f;
  static constexpr float log10OfEHigh = 0.4342945f;
  static constexpr float log10OfELow = -1.010305e-08f;
  static constexpr float twoThirdsHigh = 0.6666667f;
  static constexpr float twoThirdsLow = -1.9868216e-08f;
  static constexpr float twoFifthsHigh = 0.4f;
  static constexpr float twoFifthsLow = -5.9604646e-09f;
  static constexpr float piHigh = 3.1415927f;
  static constexpr float piLow = -8.742278e-08f;
  static constexpr float halfPiHigh = 1.5707964f;
  static constexpr float halfPiLow = -4.371139e-08f;
  static constexpr float quarterPiHigh = 0.7853982f;
  static constexpr float quarterPiLow = -2.1855694e-08f;
  static constexpr float halfLogOfTwoPiHigh = 0.9189385f;
  static constexpr float halfLogOfTwoPiLow = 1.5634177e-08f;
};

template <> struct Constants<double> {
  // Beyond these, e^x is infinite, or 0.
  static constexpr double mostExponent = 710.0;
  static constexpr double leastExponent = -746.0;
  // A whole number of these is exact in the high part.
  static constexpr double ln2High = 0.6931471803691238;
  static constexpr double ln2Low = 1.9082149292705877e-10;
  static constexpr double log10Of2High = 0.3010299955494702;
  static constexpr double log10Of2Low = 1.1451100898021838e-10;
  // Others have all bits.
  static constexpr double log2OfEHigh = 1.4426950408889634;
  static constexpr double log2OfELow = 2.0355273740931033e-17;
  static constexpr double log10OfEHigh = 0.4342944819032518;
  static constexpr double log10OfELow = 1.098319650216765e-17;
  static constexpr double twoThirdsHigh = 0.6666666666666666;
  static constexpr double twoThirdsLow = 3.700743415417188e-17;
  static constexpr double twoFifthsHigh = 0.4;
  static constexpr double twoFifthsLow = -2.2204460492503132e-17;
  static constexpr double piHigh = 3.141592653589793;
  static constexpr double piLow = 1.2246467991473532e-16;
  static constexpr double halfPiHigh = 1.5707963267948966;
  static constexpr double halfPiLow = 6.123233995736766e-17;
  static constexpr double quarterPiHigh = 0.7853981633974483;
  static constexpr double quarterPiLow = 3.061616997868383e-17;
  static constexpr double halfLogOfTwoPiHigh = 0.9189385332046728;
  static constexpr double halfLogOfTwoPiLow = -3.8782941580672414e-17;
  // pi / 2 in parts of 33 bits: products with numbers below 2^20 are exact.
  static constexpr double halfPi1 = 1.5707963267341256;
  static constexpr double halfPi2 = 6.077100506303966e-11;
  static constexpr double halfPi3 = 2.0222662487111665e-21;
  static constexpr double halfPi4 = 8.4784276603689e-32;
  static constexpr double twoOverPi = 0.6366197723675814;
};

/// The bits of 2 / pi, the first behind the point at the top of the third word.
constexpr unsigned kTwoOverPi[42] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u,
    0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu,
    0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u,
    0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu,
    0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u,
    0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u, 0x9af4361du,
};

/// (e^r - 1 - r) / r^2 for |r| < 0.35, error 5.7e-10.
inline float exponentialTail(float r) {
  float sum = 0.0001989198f;
  sum = sum * r + 0.0013934541f;
  sum = sum * r + 0.0083333105f;
  sum = sum * r + 0.041666456f;
  sum = sum * r + 0.16666667f;
  return sum * r + 0.5f;
}

/// (e^r - 1 - r) / r^2 for |r| < 0.35, error 2.6e-19.
inline double exponentialTail(double r) {
  double sum = 2.0915442297780116e-09;
  sum = sum * r + 2.5106274733573296e-08;
  sum = sum * r + 2.75572718102198e-07;
  sum = sum * r + 2.755725283351691e-06;
  sum = sum * r + 2.4801587327007187e-05;
  sum = sum * r + 0.00019841269876864356;
  sum = sum * r + 0.0013888888888883327;
  sum = sum * r + 0.008333333333325544;
  sum = sum * r + 0.04166666666666667;
  sum = sum * r + 0.1666666666666667;
  return sum * r + 0.5;
}

/// (2^r - 1) / r for |r| <= 0.5, error 7.0e-9.
inline float powerOfTwoTail(float r) {
  float sum = 0.00015453562f;
  sum = sum * r + 0.0013391323f;
  sum = sum * r + 0.009618082f;
  sum = sum * r + 0.055503562f;
  sum = sum * r + 0.2402265f;
  return sum * r + 0.6931472f;
}

/// (2^r - 1) / r for |r| <= 0.5, error 1.4e-17.
inline double powerOfTwoTail(double r) {
  double sum = 2.5729732482995757e-11;
  sum = sum * r + 4.455900399004889e-10;
  sum = sum * r + 7.054897073566271e-09;
  sum = sum * r + 1.0178056621871601e-07;
  sum = sum * r + 1.3215486809155723e-06;
  sum = sum * r + 1.5252733842466233e-05;
  sum = sum * r + 0.0001540353039337038;
  sum = sum * r + 0.0013333558146405757;
  sum = sum * r + 0.00961812910762848;
  sum = sum * r + 0.05550410866482163;
  sum = sum * r + 0.24022650695910072;
  return sum * r + 0.6931471805599453;
}

/// (sin(r) - r) / r^3 for |r| < 0.79, z = r^2, error 3.1e-9.
inline float sineTail(float z) {
  float sum = 2.7243782e-06f;
  sum = sum * z - 0.00019840039f;
  sum = sum * z + 0.008333332f;
  return sum * z - 0.16666667f;
}

/// (sin(r) - r) / r^3 for |r| < 0.79, z = r^2, error 5.9e-18.
inline double sineTail(double z) {
  double sum = -7.585486485235938e-13;
  sum = sum * z + 1.6058510875319195e-10;
  sum = sum * z - 2.505210610025599e-08;
  sum = sum * z + 2.7557319218954762e-06;
  sum = sum * z - 0.00019841269841264567;
  sum = sum * z + 0.008333333333333331;
  return sum * z - 0.16666666666666666;
}

/// (cos(r) - 1 + z / 2) / z^2 for |r| < 0.79, z = r^2, error 7.0e-10.
inline float cosineTail(float z) {
  float sum = 2.4542871e-05f;
  sum = sum * z - 0.0013888279f;
  return sum * z + 0.041666664f;
}

/// (cos(r) - 1 + z / 2) / z^2 for |r| < 0.79, z = r^2, error 9.2e-19.
inline double cosineTail(double z) {
  double sum = -1.1380868171449914e-11;
  sum = sum * z + 2.0876121534608454e-09;
  sum = sum * z - 2.7557317151858866e-07;
  sum = sum * z + 2.480158729853226e-05;
  sum = sum * z - 0.0013888888888887241;
  return sum * z + 0.041666666666666664;
}

/// log((1 + s) / (1 - s)) = 2 s + s z (2/3 + z (2/5 + z tail)), z = s^2, error 1.8e-12.
inline float logarithmTail(float z) {
  float sum = 0.18888368f;
  sum = sum * z + 0.22214279f;
  return sum * z + 0.28571442f;
}

/// log((1 + s) / (1 - s)) = 2 s + s z (2/3 + z (2/5 + z tail)), z = s^2, error 2.1e-22.
inline double logarithmTail(double z) {
  double sum = 0.10628696830810742;
  sum = sum * z + 0.10471785182759037;
  sum = sum * z + 0.11766091950174559;
  sum = sum * z + 0.13333313902684013;
  sum = sum * z + 0.15384615532189713;
  sum = sum * z + 0.18181818181268566;
  sum = sum * z + 0.22222222222223;
  return sum * z + 0.2857142857142857;
}

/// (atan(t) - t) / t^3 for |t| < 0.4143, z = t^2, error 2.7e-9.
inline float arcTangentTail(float z) {
  float sum = -0.06449835f;
  sum = sum * z + 0.107430995f;
  sum = sum * z - 0.14263897f;
  sum = sum * z + 0.19999538f;
  return sum * z - 0.3333333f;
}

/// (atan(t) - t) / t^3 for |t| < 0.4143, z = t^2, error 6.9e-18.
inline double arcTangentTail(double z) {
  double sum = -0.019162068915902573;
  sum = sum * z + 0.03921955253255129;
  sum = sum * z - 0.05085030492810941;
  sum = sum * z + 0.058580687568615106;
  sum = sum * z - 0.06664502215671447;
  sum = sum * z + 0.07692182535116648;
  sum = sum * z - 0.09090904549884611;
  sum = sum * z + 0.11111111014561013;
  sum = sum * z - 0.14285714284657894;
  sum = sum * z + 0.1999999999999548;
  return sum * z - 0.3333333333333333;
}

/// (asin(t) - t) / t^3 for |t| <= 0.5, z = t^2, error 2.7e-9.
inline float arcSineTail(float z) {
  float sum = 0.033740282f;
  sum = sum * z + 0.017121587f;
  sum = sum * z + 0.031106f;
  sum = sum * z + 0.04459899f;
  sum = sum * z + 0.07500096f;
  return sum * z + 0.16666666f;
}

/// (asin(t) - t) / t^3 for |t| <= 0.5, z = t^2, error 5.1e-18.
inline double arcSineTail(double z) {
  double sum = 0.02886097438799853;
  sum = sum * z - 0.014999855783811349;
  sum = sum * z + 0.017493569476248205;
  sum = sum * z + 0.005424230839804001;
  sum = sum * z + 0.010330370295404406;
  sum = sum * z + 0.011478047472510145;
  sum = sum * z + 0.013971325328728771;
  sum = sum * z + 0.017352385393480947;
  sum = sum * z + 0.022372173243832207;
  sum = sum * z + 0.0303819441312372;
  sum = sum * z + 0.04464285714644605;
  sum = sum * z + 0.07499999999998389;
  return sum * z + 0.16666666666666669;
}

/// The cube root of m for 1 <= m < 8, error 4.8e-3.
inline float cubeRootGuess(float m) {
  float sum = -0.00028821995f;
  sum = sum * m + 0.0069891694f;
  sum = sum * m - 0.0679728f;
  sum = sum * m + 0.41218147f;
  return sum * m + 0.6538963f;
}

/// The cube root of m for 1 <= m < 8, error 4.8e-3.
inline double cubeRootGuess(double m) {
  double sum = -0.0002882199346276574;
  sum = sum * m + 0.0069891694835587225;
  sum = sum * m - 0.06797280035500547;
  sum = sum * m + 0.4121814779629245;
  return sum * m + 0.6538962985569791;
}

/// erf(x) / x - 1 for |x| < 1, z = x^2, error 5.4e-9.
inline float errorFunctionRatio(float z) {
  float sum = 7.875875e-05f;
  sum = sum * z - 0.00080168643f;
  sum = sum * z + 0.0051890872f;
  sum = sum * z - 0.026854211f;
  sum = sum * z + 0.11283594f;
  sum = sum * z - 0.37612626f;
  return sum * z + 0.12837917f;
}

/// erf(x) / x - 1 for |x| < 1, z = x^2, error 1.6e-17.
inline double errorFunctionRatio(double z) {
  double sum = 5.957176147748911e-11;
  sum = sum * z - 1.1372848856791674e-09;
  sum = sum * z + 1.4659775274047436e-08;
  sum = sum * z - 1.6350312701054695e-07;
  sum = sum * z + 1.6461000484121368e-06;
  sum = sum * z - 1.4925595266831182e-05;
  sum = sum * z + 0.0001205533111164271;
  sum = sum * z - 0.000854832698083379;
  sum = sum * z + 0.0052239776248180145;
  sum = sum * z - 0.026866170645076792;
  sum = sum * z + 0.11283791670954879;
  sum = sum * z - 0.3761263890318375;
  return sum * z + 0.1283791670955126;
}

/// (1 + 2 x) e^(x^2) erfc(x) for x >= 0, t = (x - 3) / (x + 3), error 4.8e-8.
inline float complementRatio(float t) {
  float sum = -1.3169874e-07f;
  sum = sum * t - 1.103971e-05f;
  sum = sum * t + 4.3232208e-06f;
  sum = sum * t + 0.00011318911f;
  sum = sum * t - 0.0001047658f;
  sum = sum * t - 0.000771302f;
  sum = sum * t + 0.0018885465f;
  sum = sum * t + 0.0025260258f;
  sum = sum * t - 0.023770487f;
  sum = sum * t + 0.06830872f;
  sum = sum * t - 0.11927366f;
  sum = sum * t + 0.1296451f;
  sum = sum * t - 0.047562294f;
  sum = sum * t - 0.1356211f;
  return sum * t + 1.253008f;
}

/// (1 + 2 x) e^(x^2) erfc(x) for x >= 0, t = (x - 3) / (x + 3), error 4.4e-17.
inline double complementRatio(double t) {
  double sum = 3.3483745000744554e-11;
  sum = sum * t - 3.6916547924318407e-11;
  sum = sum * t - 4.2256654117353397e-10;
  sum = sum * t + 2.1466806559372564e-10;
  sum = sum * t + 2.795002014076315e-09;
  sum = sum * t + 4.5443472471303477e-10;
  sum = sum * t - 1.3081932548108701e-08;
  sum = sum * t - 1.2592787184564579e-08;
  sum = sum * t + 4.857199786246537e-08;
  sum = sum * t + 1.0128106136488303e-07;
  sum = sum * t - 1.4817077282877513e-07;
  sum = sum * t - 6.163967274865109e-07;
  sum = sum * t + 3.6116704249115387e-07;
  sum = sum * t + 3.472395430251341e-06;
  sum = sum * t - 7.334599411833699e-07;
  sum = sum * t - 2.01006073242172e-05;
  sum = sum * t + 4.950078708032801e-06;
  sum = sum * t + 0.0001250993750792062;
  sum = sum * t - 0.00010515991846224788;
  sum = sum * t - 0.0007798322782139159;
  sum = sum * t + 0.0018886903738623015;
  sum = sum * t + 0.002529391816960264;
  sum = sum * t - 0.0237705149196694;
  sum = sum * t + 0.06830802734391002;
  sum = sum * t - 0.11927366341527387;
  sum = sum * t + 0.12964515870276294;
  sum = sum * t - 0.04756229435345119;
  sum = sum * t - 0.1356211061245812;
  return sum * t + 1.2530080582697296;
}

/// The gamma function of 2 + f for 0 <= f <= 1, error 2.8e-9.
inline float gammaMiddle(float f) {
  float sum = 0.0007905779f;
  sum = sum * f - 0.0015555735f;
  sum = sum * f + 0.010295999f;
  sum = sum * f + 0.000105798674f;
  sum = sum * f + 0.07414608f;
  sum = sum * f + 0.08159388f;
  sum = sum * f + 0.41183886f;
  sum = sum * f + 0.4227844f;
  return sum * f + 1.0f;
}

/// The gamma function of 2 + f for 0 <= f <= 1, error 4.0e-18.
inline double gammaMiddle(double f) {
  double sum = -8.228337612513728e-08;
  sum = sum * f + 9.053526001932741e-07;
  sum = sum * f - 4.863850735468014e-06;
  sum = sum * f + 1.7377846260406162e-05;
  sum = sum * f - 4.766583264117334e-05;
  sum = sum * f + 0.00011129928924403551;
  sum = sum * f - 0.00023452721860397243;
  sum = sum * f + 0.0004873044557316001;
  sum = sum * f - 0.0009184301793103763;
  sum = sum * f + 0.0021036102253792002;
  sum = sum * f - 0.0028525775108560803;
  sum = sum * f + 0.011154035187797033;
  sum = sum * f - 0.00026698092841471083;
  sum = sum * f + 0.07424901067140453;
  sum = sum * f + 0.08157691925069734;
  sum = sum * f + 0.41184033042635565;
  sum = sum * f + 0.4227843350984679;
  return sum * f + 1.0;
}

/// lgamma(2 + f) / f for f from -0.75 to 0.5, error 3.3e-8.
inline float logGammaRatio(float f) {
  float sum = -2.8442515e-05f;
  sum = sum * f + 1.502817e-05f;
  sum = sum * f - 3.179741e-05f;
  sum = sum * f + 0.00010507219f;
  sum = sum * f - 0.00022673038f;
  sum = sum * f + 0.0005080195f;
  sum = sum * f - 0.0011922845f;
  sum = sum * f + 0.002890713f;
  sum = sum * f - 0.007385581f;
  sum = sum * f + 0.020580798f;
  sum = sum * f - 0.0673523f;
  sum = sum * f + 0.32246703f;
  return sum * f + 0.42278433f;
}

/// lgamma(2 + f) / f for f from -0.75 to 0.5, error 3.1e-17.
inline double logGammaRatio(double f) {
  double sum = 2.0872345523855944e-08;
  sum = sum * f + 1.9252738080907253e-08;
  sum = sum * f + 1.2311940674691939e-09;
  sum = sum * f - 5.4761567198377156e-08;
  sum = sum * f + 4.1947729091372775e-08;
  sum = sum * f - 8.318260450484709e-08;
  sum = sum * f + 2.189957197224495e-07;
  sum = sum * f - 4.542692598845455e-07;
  sum = sum * f + 9.522912389321117e-07;
  sum = sum * f - 2.0383618772604693e-06;
  sum = sum * f + 4.375514402098904e-06;
  sum = sum * f - 9.439572157511762e-06;
  sum = sum * f + 2.050712305129801e-05;
  sum = sum * f - 4.492623255243891e-05;
  sum = sum * f + 9.945752049004698e-05;
  sum = sum * f - 0.00022315475849535044;
  sum = sum * f + 0.0005096695243448249;
  sum = sum * f - 0.00119275391170809;
  sum = sum * f + 0.0028905103307528984;
  sum = sum * f - 0.007385551028673811;
  sum = sum * f + 0.020580808427784397;
  sum = sum * f - 0.0673523010531981;
  sum = sum * f + 0.3224670334241132;
  return sum * f + 0.42278433509846713;
}

/// x (lgamma(x) - (x - 1/2) log(x) + x - log(2 pi) / 2) for x >= 8, w = 1 / x^2, error 4.3e-10.
inline float stirlingTail(float w) {
  float sum = -0.0027655018f;
  return sum * w + 0.083333306f;
}

/// x (lgamma(x) - (x - 1/2) log(x) + x - log(2 pi) / 2) for x >= 8, w = 1 / x^2, error 6.5e-19.
inline double stirlingTail(double w) {
  double sum = -0.0016526004455595122;
  sum = sum * w + 0.0008372834512071336;
  sum = sum * w - 0.0005952025951802712;
  sum = sum * w + 0.0007936506649488252;
  sum = sum * w - 0.002777777777606244;
  return sum * w + 0.0833333333333333;
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H
