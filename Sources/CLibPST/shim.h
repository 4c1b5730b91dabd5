#include <stdio.h>
#include <libpst/libpst.h>
