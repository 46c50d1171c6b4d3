#!/usr/bin/env python3
"""interop-suite finds each planted fault of a faulty library, and none in this project's libraries.

    test_suite.py SUITE PROGRAMS FAULTY cuda=LIBRARY hip=LIBRARY driver=LIBRARY
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

SUITE, PROGRAMS, FAULTY = sys.argv[1:4]
LIBRARIES = dict(word.split('=', 1) for word in sys.argv[4:])
GROUPS = {'import of memory', 'fd ownership', 'ranges and bounds', 'mapped arrays', 'semaphores',
          'wait before signal', 'ordering', 'frames in flight', 'several processes', 'errors', 'life',
          'virtual memory', 'graph nodes', 'kernels on shared memory'}

# A fault, the case that finds it, the result, and words of the line beside it.
FAULTS = (
    ('fd-not-taken', 'interop:fd_zero_is_an_fd', 'failed', 'interop.c:'),
    ('fd-closed-twice', 'interop:the_fd_is_taken_on_success_alone', 'failed', 'interop.c:'),
    ('fd-leak', 'interop:the_fd_is_taken_on_success_alone', 'failed', ''),
    ('wrong-code', 'interop:the_fd_is_taken_on_success_alone', 'failed', 'cudaErrorUnknown'),
    ('wrong-offset', 'interop:mappings_overlap_and_are_coherent', 'failed', ''),
    ('no-bounds', 'bad_interop:mapping', 'failed', 'cudaSuccess'),
    ('stale-pointer', 'interop:both_sides_see_the_same_bytes', 'failed', ''),
    ('wrong-value', 'semaphores:a_thousand_in_one_call', 'failed', ''),
    ('early-wait', 'semaphores:waiting_before_the_signal_is_legal', 'failed', ''),
    ('crash', 'interop:a_mapped_pointer_is_device_memory', 'crashed', 'SIGSEGV'),
    ('hang', 'interop:a_mapped_pointer_is_device_memory', 'timed out', 'limit'),
    ('not-supported', 'interop:a_mapped_pointer_is_device_memory', 'not supported', 'cudaErrorNotSupported'),
)
# On the libraries of this project; the cuda ones are those of the faults.
GOOD = {'cuda': sorted({case for _, case, _, _ in FAULTS}),
        'hip': ['interop:both_sides_see_the_same_bytes', 'semaphores:a_timeline_goes_both_ways'],
        'driver': ['driver_arrays:memory_and_semaphores', 'virtual_memory:a_pool_that_grows']}


def expect(good, what):
    if not good:
        raise AssertionError(what)


def suite(*words, faulty=None, status=0):
    """What the suite prints; it has to end with the status."""
    environment = {name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'}
    if faulty is not None:
        environment['FAULTY'] = faulty
    ended = subprocess.run([sys.executable, SUITE, '--programs', PROGRAMS, *words], env=environment,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    expect(ended.returncode == status, (words, faulty, ended.returncode, ended.stdout, ended.stderr))
    return ended.stdout + ended.stderr


def only(cases):
    return [word for case in cases for word in ('--case', case)]


def check_table():
    """Every case in it exists, and every group has one."""
    groups = set()
    for api, library in LIBRARIES.items():
        with open(os.path.join(PROGRAMS, 'cases.txt'), encoding='utf-8') as file:
            rows = [[field.strip() for field in line.split('|')] for line in file if not line.startswith('#')]
        rows = [row for row in rows if api in row[0].split()]
        groups.update(row[3] for row in rows)
        for program in {row[1] for row in rows}:
            path = os.path.join(PROGRAMS, 'suite_%s_%s' % (api, program))
            names = names_in(path, api, library)
            for row in rows:
                expect(row[1] != program or row[2] in names, '%s has no case %s' % (path, row[2]))
            expect('multicast' not in ' '.join(names), '%s has cases of multicast objects' % path)
            asked = subprocess.run(['nm', '-D', path], stdout=subprocess.PIPE, text=True, check=True)
            expect('Multicast' not in asked.stdout, '%s asks for multicast objects' % path)
            dynamic = subprocess.run(['readelf', '-d', path], stdout=subprocess.PIPE, text=True, check=True)
            expect(not re.search(r'R(UN)?PATH', dynamic.stdout), '%s has a run path' % path)
    expect(groups == GROUPS, sorted(groups ^ GROUPS))


def names_in(path, api, library):
    sonames = {'cuda': 'libcudart.so.13', 'hip': 'libamdhip64.so.6', 'driver': 'libcuda.so.1'}
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(library), os.path.join(folder, sonames[api]))
        path_list = folder + ':' + os.path.dirname(os.path.abspath(library))
        ended = subprocess.run([path], stdout=subprocess.PIPE, text=True, check=False,
                               env=dict(os.environ, GPUINTEROP_TEST_CASE='list', LD_LIBRARY_PATH=path_list))
    return set(re.findall(r'^case (\S+)$', ended.stdout, re.M))


def check_fault(fault, case, status, words):
    limit = '4' if fault == 'hang' else '120'
    exit_status = 0 if status == 'not supported' else 1
    text = suite('--library', FAULTY, '--json', '--limit', limit, *only([case]), faulty=fault,
                 status=exit_status)
    row = json.loads(text)['cases'][0]
    expect(row['status'] == status and words in row['line'], (fault, row))
    return '%s: %s, %s' % (fault, row['status'], row['line'])


def check_faults():
    """Side by side, so that other programs on this machine take less of the time."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for line in pool.map(lambda row: check_fault(*row), FAULTS):
            print(line)


def check_good():
    def check(row):
        api, library = row
        answer = json.loads(suite('--library', library, '--api', api, '--json', *only(GOOD[api])))
        expect(answer['counts']['passed'] == len(GOOD[api]), answer)

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        list(pool.map(check, LIBRARIES.items()))


def check_forms():
    case = 'interop:fd_zero_is_an_fd'
    text = suite('--library', FAULTY, '--case', case, faulty='fd-not-taken', status=1)
    expect('rule from: ' in text and '0 passed, 1 failed' in text, text)
    page = suite('--library', FAULTY, '--html', '--case', case, faulty='fd-not-taken', status=1)
    expect(page.startswith('<!DOCTYPE html>') and '<b>1</b>failed' in page and '</html>' in page, page)
    expect(case in suite('--list'), 'the list')


def check_bad_words():
    expect('not a file' in suite('--library', '/nonexistent', status=2), 'a file that is none')
    expect('there is no case' in suite('--library', FAULTY, '--case', 'no:case', status=2), 'a case')
    with tempfile.NamedTemporaryFile() as empty:
        expect('no case can run' in suite('--library', empty.name, status=2), 'a library that is none')
    expect('no Vulkan device' in suite('--library', FAULTY, '--vulkan-device', '99', status=2), 'a device')
    suite('--library', FAULTY, '--limit', '0', status=2)


def main():
    check_table()
    check_faults()
    check_good()
    check_forms()
    check_bad_words()


main()
