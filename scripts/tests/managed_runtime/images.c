//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that does what its arguments say, one after the other, to see how
/// the images of a process and the copies of the runtime in them get along:
///
///   own            fault at a check of the program (WITH_PROBES)
///   foreign        fault where there is no check
///   open=FILE      load a shared object (library.c)
///   space=FILE     the same, in a namespace of its own, always the same one
///   lib            fault at a check of that object
///   close          unload it, and say whether it is still there
///   churn=FILE,N   N times: load, fault, unload
///   threads=N      N threads fault in the program from here on
///   exit           exit while two threads fault in the shared object
///
/// It prints what each fault gave. Before the first open=FILE, the shared
/// object is one that the process was started with, if any.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#ifdef WITH_PROBES
#define DEFINE_PROBES
#endif
#include "probes.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *Library;
static char File[4096];
static int (*Load)(const int *);
// Where space=FILE goes.
static Lmid_t Namespace = LM_ID_NEWLM;
static volatile int IsRunning;

static void openLibrary(const char *Name, int IsApart) {
  strcpy(File, Name);
  Library =
      IsApart ? dlmopen(Namespace, File, RTLD_NOW) : dlopen(File, RTLD_NOW);
  if (!Library) {
    puts(dlerror());
    exit(2);
  }
  if (IsApart)
    dlinfo(Library, RTLD_DI_LMID, &Namespace);
  Load = (int (*)(const int *))dlsym(Library, "libraryLoad");
}

static void closeLibrary(void) {
  if (dlclose(Library)) {
    puts(dlerror());
    exit(2);
  }
}

static void *faultForever(void *Argument) {
  int (*Function)(const int *) = *(int (**)(const int *))Argument;
  IsRunning = 1;
  for (;;)
    if (Function(NULL) != -1)
      abort();
  return NULL;
}

static void startThread(int (**Function)(const int *)) {
  pthread_t Thread;
  if (pthread_create(&Thread, NULL, faultForever, Function))
    exit(2);
}

static int fault(void) {
#ifdef WITH_PROBES
  return probeLoad(NULL);
#else
  return 0;
#endif
}

static void churn(char *Argument) {
  char *Comma = strchr(Argument, ',');
  *Comma = 0;
  int NumRight = 0, Number = atoi(Comma + 1);
  for (int I = 0; I < Number; ++I) {
    openLibrary(Argument, 0);
    NumRight += Load(NULL) == -1;
    closeLibrary();
  }
  printf("churn %d\n", NumRight);
}

static void perform(char *Command) {
  if (!strcmp(Command, "own")) {
    printf("own %d\n", fault());
  } else if (!strcmp(Command, "foreign")) {
    printf("foreign\n");
    printf("%d\n", *(volatile int *)8);
  } else if (!strncmp(Command, "open=", 5)) {
    openLibrary(Command + 5, 0);
  } else if (!strncmp(Command, "space=", 6)) {
    openLibrary(Command + 6, 1);
  } else if (!strcmp(Command, "lib")) {
    printf("lib %d\n", Load(NULL));
  } else if (!strcmp(Command, "close")) {
    closeLibrary();
    void *Again = dlopen(File, RTLD_NOW | RTLD_NOLOAD);
    puts(Again ? "stays" : "gone");
  } else if (!strncmp(Command, "churn=", 6)) {
    churn(Command + 6);
  } else if (!strncmp(Command, "threads=", 8)) {
#ifdef WITH_PROBES
    static int (*Own)(const int *) = probeLoad;
    for (int I = atoi(Command + 8); I > 0; --I)
      startThread(&Own);
#endif
  } else if (!strcmp(Command, "exit")) {
    for (int I = 0; I < 2; ++I)
      startThread(&Load);
    while (!IsRunning)
      usleep(1000);
    exit(0);
  } else {
    printf("unknown command %s\n", Command);
    exit(2);
  }
}

int main(int Count, char **Commands) {
  setbuf(stdout, NULL);
  Load = (int (*)(const int *))dlsym(RTLD_DEFAULT, "libraryLoad");
  for (int I = 1; I < Count; ++I)
    perform(Commands[I]);
  return 0;
}
