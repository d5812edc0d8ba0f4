# Writes the functions of a shader, but main, from stdin to stdout, as C++: with a few declarations of what GLSL has
# built in they compile.
import re
import sys

text = sys.stdin.read()
body = text[text.index("#version"): text.index("void main()")]
for function in re.findall(r"^(?:\w+ )+\w+\([^{;]*\) \{$.*?^\}$", body, re.MULTILINE | re.DOTALL):
    function = re.sub(r"\binout (\w+) ", r"\1 &", function)
    # 1.5lf is a double, 1.5 a float.
    function = re.sub(r"\b(\d+\.\d+(?:e-?\d+)?|\d+e-?\d+)(lf)?\b", lambda n: n[1] + ("" if n[2] else "f"), function)
    # const uint table[2] = uint[2](1u, 2u);
    function = re.sub(r"= \w+\[\d+\]\(([^;]*)\);", r"= {\1};", function)
    print(function)
