# Writes the functions of a shader, but main, from stdin to stdout: they are C++ too, given shim.h.
import re
import sys

text = sys.stdin.read()
body = text[text.index("#version"): text.index("void main()")]
for function in re.findall(r"^(?:\w+ )+\w+\([^{;]*\) \{$.*?^\}$", body, re.MULTILINE | re.DOTALL):
    print(function)
