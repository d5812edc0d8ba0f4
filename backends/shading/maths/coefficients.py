#!/usr/bin/env python3
"""Computes the polynomials and constants of the mathematical functions that shaders get: python3 coefficients.py > Polynomials.h

Each polynomial takes the values of its function at Chebyshev's points of an interval, which is within a small
factor of the best one. All is computed with 80 decimal digits from series and continued fractions; coefficients are
rounded at the end, and the error in the comments is that of the rounded polynomial, measured on 400 points, in
relation to the function that it serves. The degree is the least whose error is below a quarter of an ULP's half.
"""

from decimal import Decimal, getcontext
import math
import struct

getcontext().prec = 80
D = Decimal


def pi(least=D(10) ** -90):
    """Machin: 16 atan(1/5) - 4 atan(1/239)."""

    def arctan_of_inverse(n):
        total, term, k = D(0), D(1) / n, 0
        while abs(term) > least:
            total += term / (2 * k + 1) * (-1) ** k
            term /= n * n
            k += 1
        return total

    return 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)


PI = pi()
LN2 = D(2).ln()


def series(term, z):
    """The sum of term(k) z^k until nothing changes."""
    total, power, k = D(0), D(1), 0
    while True:
        change = term(k) * power
        total += change
        if k > 3 and abs(change) < D(10) ** -75:
            return total
        power *= z
        k += 1


def factorials(count):
    values = [D(1)]
    for k in range(1, count):
        values.append(values[-1] * k)
    return values


FACTORIAL = factorials(600)


def cosine(x):
    return series(lambda k: (-1) ** k / FACTORIAL[2 * k], x * x)


def exp_tail(r):  # (e^r - 1 - r) / r^2
    return series(lambda k: 1 / FACTORIAL[k + 2], r)


def exp2_tail(r):  # (2^r - 1) / r
    return series(lambda k: LN2 ** (k + 1) / FACTORIAL[k + 1], r)


def sine_tail(z):  # (sin r - r) / r^3, z = r^2
    return series(lambda k: D(-1) ** (k + 1) / FACTORIAL[2 * k + 3], z)


def cosine_tail(z):  # (cos r - 1 + z / 2) / z^2
    return series(lambda k: D(-1) ** k / FACTORIAL[2 * k + 4], z)


def log_tail(z):  # log((1 + s) / (1 - s)) = 2 s + s z (2/3 + z (2/5 + z tail)), z = s^2
    return series(lambda k: D(2) / (2 * k + 7), z)


def arctan_tail(z):  # (atan t - t) / t^3
    return series(lambda k: D(-1) ** (k + 1) / (2 * k + 3), z)


def arcsine_tail(z):  # (asin t - t) / t^3
    def term(k):
        n = k + 1
        return FACTORIAL[2 * n] / (D(4) ** n * FACTORIAL[n] ** 2 * (2 * n + 1))

    return series(term, z)


def erf_series(x):
    scale = 2 / PI.sqrt()
    return scale * x * series(lambda k: D(-1) ** k / (FACTORIAL[k] * (2 * k + 1)), x * x)


def erf_ratio(z):  # erf(x) / x - 1, z = x^2
    scale = 2 / PI.sqrt()
    return scale * series(lambda k: D(-1) ** k / (FACTORIAL[k] * (2 * k + 1)), z) - 1


def erfc_scaled(x):
    """e^(x^2) erfc(x)."""
    if x < 3:
        return (x * x).exp() * (1 - erf_series(x))
    value = D(0)  # the continued fraction 1 / (x + (1/2) / (x + 1 / (x + (3/2) / ...)))
    for k in range(400, 0, -1):
        value = D(k) / 2 / (x + value)
    return 1 / (PI.sqrt() * (x + value))


ERFC_MIDDLE = D(3)


def erfc_ratio(t):  # (1 + 2 x) e^(x^2) erfc(x), t = (x - 3) / (x + 3)
    if t == 1:
        return 2 / PI.sqrt()
    x = ERFC_MIDDLE * (1 + t) / (1 - t)
    return (1 + 2 * x) * erfc_scaled(x)


def bernoulli(count):
    """B_2, B_4, ... by Akiyama and Tanigawa, exactly."""
    from fractions import Fraction

    numbers = []
    row = []
    for m in range(2 * count + 1):
        row.append(Fraction(1, m + 1))
        for j in range(m, 0, -1):
            row[j - 1] = j * (row[j - 1] - row[j])
        if m > 0 and m % 2 == 0:
            numbers.append(D(row[0].numerator) / D(row[0].denominator))
    return numbers


BERNOULLI = bernoulli(30)


def log_gamma(x):
    """Stirling's series behind x + 60."""
    shift = D(1)
    while x < 60:
        shift *= x
        x += 1
    total = (x - D("0.5")) * x.ln() - x + (2 * PI).ln() / 2
    for k, number in enumerate(BERNOULLI, 1):
        total += number / (2 * k * (2 * k - 1) * x ** (2 * k - 1))
    return total - shift.ln()


def gamma_middle(f):  # gamma(2 + f)
    return log_gamma(2 + f).exp()


def log_gamma_ratio(f):  # lgamma(2 + f) / f - (1 - Euler's constant)
    if abs(f) < D(10) ** -30:
        f = D(10) ** -30
    return log_gamma(2 + f) / f


def stirling_tail(w):  # x (lgamma(x) - (x - 1/2) log x + x - log(2 pi) / 2), w = 1 / x^2
    if w == 0:
        return D(1) / 12
    x = (1 / w).sqrt()
    return x * (log_gamma(x) - (x - D("0.5")) * x.ln() + x - (2 * PI).ln() / 2)


def round_to(value, is_float):
    number = float(value)
    return struct.unpack("f", struct.pack("f", number))[0] if is_float else number


def interpolate(function, low, high, degree):
    """Coefficients, the lowest first, of the polynomial through Chebyshev's points."""
    middle, half = (low + high) / 2, (high - low) / 2
    count = degree + 1
    nodes = [middle + half * cosine(PI * (2 * i + 1) / (2 * count)) for i in range(count)]
    # Newton's divided differences, then one power after another.
    table = [function(x) for x in nodes]
    for order in range(1, count):
        for i in range(count - 1, order - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (nodes[i] - nodes[i - order])
    result = [table[-1]]
    for i in range(count - 2, -1, -1):
        result = [D(0)] + result
        for j in range(len(result) - 1):
            result[j] -= nodes[i] * result[j + 1]
        result[0] += table[i]
    return result


def evaluate(coefficients, x):
    total = D(0)
    for c in reversed(coefficients):
        total = total * x + D(c)
    return total


def fit(function, low, high, weight, is_float, bits):
    points = [low + (high - low) * i / 400 for i in range(401)]
    values = [function(x) for x in points]
    for degree in range(1, 40):
        exact = interpolate(function, low, high, degree)
        rounded = [round_to(c, is_float) for c in exact]
        error = max(abs((evaluate(rounded, x) - v) * weight(x, v)) for x, v in zip(points, values))
        if error < D(2) ** -bits:
            return rounded, error
        # Rounding is all that is left.
        if max(abs((evaluate(exact, x) - v) * weight(x, v)) for x, v in zip(points, values)) < D(2) ** -(bits + 6):
            return rounded, error
    raise SystemExit("no degree is enough")


def spell(number, is_float):
    if is_float:
        text = next(t for t in (f"{number:.{p}g}" for p in range(1, 12))
                    if struct.unpack("f", struct.pack("f", float(t)))[0] == number)
    else:
        text = repr(number)
    if "." not in text and "e" not in text:
        text += ".0"
    return text + ("f" if is_float else "")


def emit(name, comment, argument, function, low, high, weight, bits=(27, 56)):
    for is_float in (True, False):
        coefficients, error = fit(function, D(low), D(high), weight, is_float, bits[0] if is_float else bits[1])
        scalar = "float" if is_float else "double"
        digits = f"{error:.1e}"
        print(f"/// {comment}, error {digits}.")
        print(f"inline {scalar} {name}({scalar} {argument}) {{")
        lines = [f"  {scalar} sum = {spell(coefficients[-1], is_float)};"]
        for c in reversed(coefficients[:-1]):
            sign = "-" if c < 0 else "+"
            lines.append(f"  sum = sum * {argument} {sign} {spell(abs(c), is_float)};")
        print("\n".join(lines[:-1]))
        print("  return" + lines[-1].split("=", 1)[1])
        print("}\n")


def upper_bits(value, bits):
    """The number cut off behind so many bits."""
    scale = D(2) ** (bits - 1 - math.floor(math.log2(float(value))))
    return D(int(value * scale)) / scale


def emit_parts(names, value, is_float, bits):
    """A constant as a sum of numbers, all but the last of so many bits; 0: as many as there are."""
    scalar = "float" if is_float else "double"
    for name, count in zip(names, bits):
        part = upper_bits(value, count) if count else D(round_to(value, is_float))
        value -= part
        print(f"  static constexpr {scalar} {name} = {spell(round_to(part, is_float), is_float)};")


def two_over_pi_words(count):
    """The bits of 2 / pi behind the point, behind two words of 0."""
    getcontext().prec = 460
    words = int(2 / pi(D(10) ** -455) * D(2) ** (32 * count))
    getcontext().prec = 80
    return [0, 0] + [(words >> (32 * (count - 1 - i))) & 0xffffffff for i in range(count)]


def emit_constants():
    print("/// Numbers that float and double need with more digits than they have; High + Low is the number.")
    print("template <typename T> struct Constants;\n")
    for is_float in (True, False):
        scalar = "float" if is_float else "double"
        few = 13 if is_float else 32
        print(f"template <> struct Constants<{scalar}> {{")
        print("  // Beyond these, e^x is infinite, or 0.")
        print(f"  static constexpr {scalar} mostExponent = {'89.0f' if is_float else '710.0'};")
        print(f"  static constexpr {scalar} leastExponent = {'-104.0f' if is_float else '-746.0'};")
        print("  // A whole number of these is exact in the high part.")
        emit_parts(["ln2High", "ln2Low"], LN2, is_float, [few, 0])
        emit_parts(["log10Of2High", "log10Of2Low"], LN2 / D(10).ln(), is_float, [few, 0])
        print("  // Others have all bits.")
        emit_parts(["log2OfEHigh", "log2OfELow"], 1 / LN2, is_float, [0, 0])
        emit_parts(["log10OfEHigh", "log10OfELow"], 1 / D(10).ln(), is_float, [0, 0])
        emit_parts(["twoThirdsHigh", "twoThirdsLow"], D(2) / 3, is_float, [0, 0])
        emit_parts(["twoFifthsHigh", "twoFifthsLow"], D(2) / 5, is_float, [0, 0])
        emit_parts(["piHigh", "piLow"], PI, is_float, [0, 0])
        emit_parts(["halfPiHigh", "halfPiLow"], PI / 2, is_float, [0, 0])
        emit_parts(["quarterPiHigh", "quarterPiLow"], PI / 4, is_float, [0, 0])
        emit_parts(["halfLogOfTwoPiHigh", "halfLogOfTwoPiLow"], (2 * PI).ln() / 2, is_float, [0, 0])
        if not is_float:
            print("  // pi / 2 in parts of 33 bits: products with numbers below 2^20 are exact.")
            emit_parts(["halfPi1", "halfPi2", "halfPi3", "halfPi4"], PI / 2, False, [33, 33, 33, 0])
            emit_parts(["twoOverPi"], 2 / PI, False, [0])
        print("};\n")
    words = two_over_pi_words(40)
    print("/// The bits of 2 / pi, the first behind the point at the top of the third word.")
    print(f"constexpr unsigned kTwoOverPi[{len(words)}] = {{")
    for at in range(0, len(words), 7):
        print("    " + ", ".join(f"0x{word:08x}u" for word in words[at:at + 7]) + ",")
    print("};\n")


def main():
    quarter = PI / 4
    print("//===- Polynomials.h - Computed by coefficients.py "
          "------------------------------------------===//\n")
    print("#ifndef VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H")
    print("#define VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H\n")
    print("namespace maths {\n")
    emit_constants()
    half = LN2 / 2 * D("1.01")
    emit("exponentialTail", "(e^r - 1 - r) / r^2 for |r| < 0.35", "r", exp_tail, -half, half, lambda x, v: x * x)
    emit("powerOfTwoTail", "(2^r - 1) / r for |r| <= 0.5", "r", exp2_tail, D("-0.502"), D("0.502"), lambda x, v: x)
    z = (quarter * D("1.01")) ** 2
    emit("sineTail", "(sin(r) - r) / r^3 for |r| < 0.79, z = r^2", "z", sine_tail, 0, z, lambda x, v: x)
    emit("cosineTail", "(cos(r) - 1 + z / 2) / z^2 for |r| < 0.79, z = r^2", "z", cosine_tail, 0, z,
         lambda x, v: x * x)
    root = D(2).sqrt()
    s = (root - 1) / (root + 1)
    emit("logarithmTail", "log((1 + s) / (1 - s)) = 2 s + s z (2/3 + z (2/5 + z tail)), z = s^2", "z",
         log_tail, 0, s * s * D("1.01"), lambda x, v: x ** 3 / 2, bits=(36, 72))
    emit("arcTangentTail", "(atan(t) - t) / t^3 for |t| < 0.4143, z = t^2", "z", arctan_tail, 0,
         (root - 1) ** 2 * D("1.001"), lambda x, v: x)
    emit("arcSineTail", "(asin(t) - t) / t^3 for |t| <= 0.5, z = t^2", "z", arcsine_tail, 0, D("0.2505"),
         lambda x, v: x)
    emit("cubeRootGuess", "The cube root of m for 1 <= m < 8", "m", lambda m: (m.ln() / 3).exp(), 1, 8,
         lambda x, v: 1 / v, bits=(7, 7))
    emit("errorFunctionRatio", "erf(x) / x - 1 for |x| < 1, z = x^2", "z", erf_ratio, 0, 1, lambda x, v: D(1))
    emit("complementRatio", "(1 + 2 x) e^(x^2) erfc(x) for x >= 0, t = (x - 3) / (x + 3)", "t", erfc_ratio,
         D(-1), D(1), lambda x, v: 1 / v)
    emit("gammaMiddle", "The gamma function of 2 + f for 0 <= f <= 1", "f", gamma_middle, 0, 1, lambda x, v: 1 / v)
    emit("logGammaRatio", "lgamma(2 + f) / f for f from -0.75 to 0.5", "f", log_gamma_ratio, D("-0.75"), D("0.5"),
         lambda x, v: 1 / v)
    emit("stirlingTail", "x (lgamma(x) - (x - 1/2) log(x) + x - log(2 pi) / 2) for x >= 8, w = 1 / x^2", "w",
         stirling_tail, 0, D(1) / 64, lambda x, v: D(1) / 64, bits=(30, 60))
    print("} // namespace maths\n\n#endif // VKMORPH_BACKENDS_SHADING_MATHS_POLYNOMIALS_H")


if __name__ == "__main__":
    main()
