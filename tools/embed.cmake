# cmake -DOUTPUT=FILE.c -DROOT=DIR -DFILES="a.md;b.md" -P embed.cmake: the files as one constant table in C, so that
# the program needs none of them when it runs. Names are relative to ROOT; a 0 follows each text.
set(arrays "")
set(table "")
set(number 0)
foreach(file ${FILES})
    file(READ ${ROOT}/${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "static const unsigned char file_${number}[] = {\n${bytes}0};\n")
    string(APPEND table "    {\"${file}\", {(const char *)file_${number}, sizeof file_${number} - 1}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"cli/cli.h\"\n\n${arrays}\n"
     "const struct cli_document cli_documents[] = {\n${table}    {0},\n};\n")
