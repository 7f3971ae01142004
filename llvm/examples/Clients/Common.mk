# What the Makefiles of the clients share. PREFIX is where Managed LLVM is.
PREFIX ?= /usr/lib/managed-llvm-22
LLVM_CONFIG ?= $(PREFIX)/bin/llvm-config
PKG_CONFIG ?= PKG_CONFIG_PATH=$(PREFIX)/lib/pkgconfig pkg-config
# LINKER=lld or mold links with another linker than the default. lld is that of
# the prefix.
LINKER ?=
export PATH := $(PREFIX)/bin:$(PATH)

CFLAGS += -std=c11 -O2 $(shell $(LLVM_CONFIG) --cflags)
CXXFLAGS += -O2 $(shell $(LLVM_CONFIG) --cxxflags)
LDFLAGS += $(if $(LINKER),-fuse-ld=$(LINKER)) $(shell $(LLVM_CONFIG) --ldflags)
RUNTIME := $(dir $(lastword $(MAKEFILE_LIST)))../MovingCollector
CPPFLAGS += -I$(RUNTIME)
vpath %.cpp $(RUNTIME)

%.o: %.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@
%.o: %.cpp
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c $< -o $@
