#!/usr/bin/env python3
"""Runs cases of CUDA and HIP interop with a Vulkan program against a library of anybody's."""
import argparse
import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAMS = os.path.join(os.path.dirname(os.path.realpath(__file__)), '@PROGRAMS@')
SONAMES = {'cuda': 'libcudart.so.13', 'hip': 'libamdhip64.so.6', 'driver': 'libcuda.so.1'}
VISIBLE = {'cuda': 'CUDA_VISIBLE_DEVICES', 'hip': 'HIP_VISIBLE_DEVICES',
           'driver': 'CUDA_VISIBLE_DEVICES'}
PASSED, FAILED, ABSENT, CRASHED, TIMED_OUT = 'passed', 'failed', 'not supported', 'crashed', 'timed out'
TITLES = {'cuda': 'CUDA', 'hip': 'HIP', 'driver': "CUDA's driver interface"}
STATUSES = (PASSED, FAILED, ABSENT, CRASHED, TIMED_OUT)
BAD = (FAILED, CRASHED, TIMED_OUT)
SKIPPED_STATUS = 77
BEGIN_SECONDS = 120
NO_SEMAPHORES = 'the Vulkan driver exports no semaphores'


class Trouble(Exception):
    """The suite cannot run; the sentence is for the user."""


class Case:
    """A row of the table."""
    def __init__(self, text, where):
        fields = [field.strip() for field in text.split('|')]
        if len(fields) != 7:
            raise Trouble('%s: %d fields, not 7' % (where, len(fields)))
        apis, self.program, self.name, self.group, self.needs, self.rule, self.source = fields
        self.apis = apis.split()


class Result:
    """What came of a case."""
    def __init__(self, case, status, line='', seconds=0.0):
        self.case, self.status, self.line, self.seconds = case, status, line, seconds


def read_cases(path):
    with open(path, encoding='utf-8') as file:
        return [Case(line, '%s:%d' % (path, number)) for number, line in enumerate(file, 1)
                if line.strip() and not line.startswith('#')]


class Suite:
    """A library, and a folder in which the loader finds it by the vendor's name for it."""
    def __init__(self, api, library, programs, vulkan_device, limit):
        self.api, self.programs, self.limit = api, os.path.abspath(programs), limit
        self.library = os.path.realpath(library)
        if not os.path.isfile(self.library):
            raise Trouble('%s is not a file' % library)
        self.folder = tempfile.mkdtemp(prefix='interop-suite-')
        self.environment = dict(os.environ)
        path = self.lead_to(os.path.abspath(library), SONAMES[api])
        path.append(os.environ.get('LD_LIBRARY_PATH', ''))
        self.environment['LD_LIBRARY_PATH'] = ':'.join(part for part in path if part)
        if vulkan_device is not None:
            self.environment['GPUINTEROP_TEST_PEER_DEVICE'] = str(vulkan_device)

    def lead_to(self, library, soname):
        """The folders in which the loader finds the library by that name, and what it needs."""
        beside = os.path.join(os.path.dirname(library), soname)
        if os.path.exists(beside) and os.path.samefile(beside, library):
            return [os.path.dirname(library)]
        os.symlink(library, os.path.join(self.folder, soname))
        # Behind a link, run paths that begin at the library's own folder would begin at the link's.
        if not re.search(r'[ :]', self.library):
            preloaded = [self.library, os.environ.get('LD_PRELOAD', '')]
            self.environment['LD_PRELOAD'] = ':'.join(part for part in preloaded if part)
        return [self.folder, os.path.dirname(self.library)]

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, case, limit=None):
        """Runs one case in a process group of its own; its status (None: the limit came) and its words."""
        path = os.path.join(self.programs, 'suite_%s_%s' % (self.api, program))
        environment = dict(self.environment, GPUINTEROP_TEST_CASE=case)
        with tempfile.TemporaryFile() as words:
            try:
                process = subprocess.Popen([path], stdin=subprocess.DEVNULL, stdout=words, stderr=words,
                                           env=environment, start_new_session=True, cwd=self.folder)
            except OSError as error:
                raise Trouble('%s: %s' % (path, error.strerror)) from error
            try:
                status = process.wait(limit or self.limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                end_group(process)
            words.seek(0)
            return status, words.read().decode('utf-8', 'replace')

    def facts(self):
        """What the programs say before their first case. A short limit is for cases."""
        status, text = self.run('main', 'none:none', max(self.limit, BEGIN_SECONDS))
        found = re.search(r'^(?:cuda|hip|driver); .*$', text, re.M)
        if found is None:
            raise Trouble('no case can run: ' + why_not(status, text))
        return found.group(0)

    def use_device_of_the_peer(self, facts):
        found = re.search(r'device of the peer: (-?\d+)', facts)
        if found is None or found.group(1) == '0':
            return
        if found.group(1) == '-1':
            raise Trouble('the library has no device with the UUID of the Vulkan device; '
                          '--vulkan-device chooses another one')
        self.environment.setdefault(VISIBLE[self.api], found.group(1))


def end_group(process):
    """Ends what is left of a case: itself at its limit, and its children."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return 'signal %d' % number


def plain(text):
    """The lines that say something, without cmocka's marks."""
    lines = []
    for line in text.splitlines():
        line = re.sub(r'^\[[ A-Z=-]*\] (--- )?', '', line).strip()
        if line and not re.match(r'(cuda|hip|driver); |\d+ test\(s\)|tests?: |Running \d+ test', line):
            lines.append(line)
    return lines


def first_failure(text):
    """The first line that says why, with its place in the source."""
    place = re.search(r'(?:^|[/ ])([\w]+\.[ch]:\d+): error: Failure!', text, re.M)
    found = re.search(r'^vulkan peer: .*failed$', text, re.M)
    names = set(re.findall(r'^\[ +(?:RUN|FAILED|OK|SKIPPED) +\] (\w+)', text, re.M))
    lines = [found.group(0)] if found else [line for line in plain(text)
                                             if 'error: Failure!' not in line and line not in names
                                             and line.split(':')[0] not in names]
    why = lines[0] if lines else 'no line says why'
    return why + (' (%s)' % place.group(1) if place else '')


def why_not(status, text):
    """A sentence about a program that did not come to its first case."""
    if status is None:
        return 'the library hangs as it begins'
    if status < 0:
        return 'the library crashes as it begins (%s)' % signal_name(-status)
    lines = plain(text)
    return lines[-1] if lines else 'exit status %d without a word' % status


def judge(case, status, text):
    """The result of a run."""
    name = case.name.split(':')[1]
    missing = re.search(r'undefined symbol: (\w+)', text)
    library = re.search(r'error while loading shared libraries: (.*)', text)
    if status is None:
        return Result(case, TIMED_OUT, 'the limit came before the end')
    if missing is not None:
        return Result(case, ABSENT, 'the library has no ' + missing.group(1))
    if library is not None:
        return Result(case, ABSENT, library.group(1))
    if status == -signal.SIGABRT and re.search(r'^vulkan peer: .*failed$', text, re.M):
        return Result(case, FAILED, first_failure(text))
    if status < 0:
        return Result(case, CRASHED, signal_name(-status))
    if 'Test failed with exception: ' in text:
        return Result(case, CRASHED, text.split('Test failed with exception: ')[1].splitlines()[0])
    if status == SKIPPED_STATUS:
        return Result(case, ABSENT, why_not(status, text).replace('skipped: ', ''))
    if re.search(r'^\[ +SKIPPED +\] ' + name, text, re.M):
        lines = [line for line in plain(text) if line.split(':')[0] != name and ', listed below' not in line]
        why = lines[0] if lines and '(' in lines[0] else 'the case does not fit this machine'
        return Result(case, ABSENT, why)
    if status == 0 and re.search(r'^\[ +OK +\] ' + name, text, re.M):
        return Result(case, PASSED)
    if status == 0:
        return Result(case, ABSENT, why_not(status, text))
    return Result(case, FAILED, first_failure(text))


def run_all(suite, cases, facts, tell):
    """The results of all cases, one after the other."""
    results = []
    foreign_without_semaphores = 'host semaphores' in facts and 'library of gpuinterop' not in facts
    for case in cases:
        begin = time.monotonic()
        if case.needs == 'semaphores' and foreign_without_semaphores:
            result = Result(case, ABSENT, NO_SEMAPHORES)
        else:
            result = judge(case, *suite.run(case.program, case.name))
        result.seconds = time.monotonic() - begin
        results.append(result)
        tell(result)
    return results


def counts(results):
    return {status: sum(result.status == status for result in results) for status in STATUSES}


def count_line(results):
    return ', '.join('%d %s' % (count, status) for status, count in counts(results).items())


def groups_of(results):
    groups = {}
    for result in results:
        groups.setdefault(result.case.group, []).append(result)
    return groups


def as_text(results, about):
    lines = ['%s, %s' % (about['library'], about['facts']), '']
    for group, members in groups_of(results).items():
        lines.append(group)
        for result in members:
            lines.append('  %-13s %s  (%s)' % (result.status, result.case.rule, result.case.name))
            if result.line:
                lines.append('  %-13s   %s' % ('', result.line))
            if result.status in BAD:
                lines.append('  %-13s   rule from: %s' % ('', result.case.source))
        lines.append('')
    return '\n'.join(lines + [count_line(results)]) + '\n'


def as_json(results, about):
    rows = [{'case': result.case.name, 'program': result.case.program, 'group': result.case.group,
             'status': result.status, 'line': result.line, 'seconds': round(result.seconds, 3),
             'rule': result.case.rule, 'source': result.case.source} for result in results]
    return json.dumps(dict(about, counts=counts(results), cases=rows), indent=1) + '\n'


STYLE = '''
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430;
       background: #fbfbfa }
h1 { font-size: 1.7rem; margin-bottom: .2rem } h2 { font-size: 1.1rem; margin: 2rem 0 .4rem }
.about { color: #5a6472; word-break: break-all } .counts { display: flex; gap: .6rem; flex-wrap: wrap;
  margin: 1.2rem 0 }
.count { border-radius: .6rem; padding: .5rem 1rem; min-width: 5.5rem } .count b { display: block; font-size: 1.6rem }
table { border-collapse: collapse; width: 100%; background: #fff; border: 1px solid #e4e4df }
td { border-top: 1px solid #ecece8; padding: .5rem .7rem; vertical-align: top } td:first-child { width: 8rem }
.badge { border-radius: 1rem; padding: .1rem .7rem; font-size: .85rem; white-space: nowrap }
td.name { width: 17rem; word-break: break-all } .source, .name { color: #6b7480; font-size: .85rem }
.line { font: .85rem/1.4 monospace; color: #8a1c1c }
.passed { background: #dff2e1; color: #14622a } .failed { background: #fbdcdc; color: #8a1c1c }
.crashed { background: #f6d3ea; color: #7a1257 } .timed-out { background: #fde7c7; color: #7a4a00 }
.not-supported { background: #e8eaee; color: #4a5360 }
@media (prefers-color-scheme: dark) { body { background: #16191e; color: #e3e6ea } table { background: #1d2127;
  border-color: #333a44 } td { border-color: #2b313a } .line { color: #f09a9a } }
'''


def as_html(results, about):
    def safe(text):
        return html.escape(str(text))

    def mark(status):
        return status.replace(' ', '-')
    parts = ['<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
             '<meta name="viewport" content="width=device-width">',
             '<title>interop-suite: %s</title><style>%s</style></head><body>' % (safe(about['library']), STYLE),
             '<h1>%s and a Vulkan program</h1>' % TITLES[about['api']],
             '<p class="about">%s<br>%s<br>%s</p><div class="counts">' % tuple(
                 safe(about[key]) for key in ('library', 'facts', 'date'))]
    parts += ['<div class="count %s"><b>%d</b>%s</div>' % (mark(status), count, safe(status))
              for status, count in counts(results).items()]
    parts.append('</div>')
    for group, members in groups_of(results).items():
        parts.append('<h2>%s</h2><table>' % safe(group))
        for result in members:
            line = '<div class="line">%s</div>' % safe(result.line) if result.line else ''
            parts.append('<tr><td><span class="badge %s">%s</span></td><td>%s%s<div class="source">%s</div></td>'
                         '<td class="name">%s<br>%.1f s</td></tr>' % (
                             mark(result.status), safe(result.status), safe(result.case.rule), line,
                             safe(result.case.source), safe(result.case.name), result.seconds))
        parts.append('</table>')
    return '\n'.join(parts + ['</body></html>']) + '\n'


def arguments():
    parser = argparse.ArgumentParser(prog='interop-suite', description=__doc__)
    parser.add_argument('--library', metavar='FILE', help='the library')
    parser.add_argument('--api', choices=sorted(SONAMES), default='cuda', help='its interface')
    parser.add_argument('--vulkan-device', metavar='N', type=int, help="the other side's device")
    parser.add_argument('--case', metavar='NAME', action='append', help='this case alone; may be repeated')
    parser.add_argument('--limit', metavar='SECONDS', type=float, default=120, help='for each case')
    parser.add_argument('--list', action='store_true', help='prints the cases and runs none')
    form = parser.add_mutually_exclusive_group()
    form.add_argument('--json', action='store_true', help='prints JSON')
    form.add_argument('--html', action='store_true', help='prints a page')
    parser.add_argument('--programs', metavar='FOLDER', default=PROGRAMS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.library is None and not given.list:
        parser.error('--library is missing')
    if given.limit <= 0:
        parser.error('--limit is not above 0')
    return given


def chosen_cases(given):
    cases = [case for case in read_cases(os.path.join(given.programs, 'cases.txt')) if given.api in case.apis]
    for name in given.case or []:
        if all(case.name != name for case in cases):
            raise Trouble('there is no case %s; --list prints all' % name)
    return [case for case in cases if not given.case or case.name in given.case]


def tell_progress(result):
    if sys.stderr.isatty():
        print('\r\033[K%s %s' % (result.case.name, result.status), end='', file=sys.stderr, flush=True)


def run(given):
    cases = chosen_cases(given)
    if given.list:
        for case in cases:
            print('%s\t%s\t%s\t%s' % (case.name, case.group, case.rule, case.source))
        return 0
    suite = Suite(given.api, given.library, given.programs, given.vulkan_device, given.limit)
    try:
        facts = suite.facts()
        suite.use_device_of_the_peer(facts)
        results = run_all(suite, cases, facts, tell_progress)
    finally:
        suite.close()
    if sys.stderr.isatty():
        print('\r\033[K', end='', file=sys.stderr)
    about = {'library': suite.library, 'api': given.api, 'facts': facts,
             'date': time.strftime('%Y-%m-%d %H:%M:%S %z')}
    form = as_json if given.json else as_html if given.html else as_text
    sys.stdout.write(form(results, about))
    return 1 if any(result.status in BAD for result in results) else 0


def main():
    if hasattr(signal, 'SIGPIPE'):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return run(arguments())
    except (Trouble, OSError) as trouble:
        print('interop-suite: %s' % trouble, file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main())
