"""A strict reader of timelines (docs/trace.md), and what has to hold in each of them."""
import json
import re

PAGE = 4096
SIGNALS, WAITS = ("signal", "record"), ("wait", "wait for a record")
PARTS = {"s", "f", "X", "M", "i"}


def read(path):
    """The events of a file; raises ValueError if it is not whole."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"{"):            # of a merge
        return json.loads(data)["traceEvents"]
    if not data.startswith(b"[\n") or not data.endswith(b"\n"):
        raise ValueError(f"{path}: no array, or half a line at the end")
    events = []
    for line in data.decode("utf-8").split("\n")[1:]:
        if line.strip():
            if not line.endswith("},"):
                raise ValueError(f"{path}: {line!r} does not end an event")
            events.append(json.loads(line[:-1]))
    return events


def check_pages(path):
    """No line lies in two pages of the file: a process may be killed between two of them."""
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    for line in data.split(b"\n"):
        end = at + len(line)
        if line and at // PAGE != end // PAGE:
            raise ValueError(f"{path}: a line lies in two pages, from byte {at} on")
        at = end + 1


def nanoseconds(time):
    return round(time * 1000)


def ends(event):
    begin = nanoseconds(event["ts"])
    return begin, begin + nanoseconds(event["dur"])


def check_order(events, complain):
    """Slices of a stream stand one behind the other, and each begins behind its call."""
    tracks = {}
    for event in events:
        if event["ph"] == "X" and "times" in event.get("args", ()):
            tracks.setdefault((event["pid"], event["tid"]), []).append(event)
            args, (begin, end) = event["args"], ends(event)
            if nanoseconds(args.get("enqueued", 0)) > end:
                complain(f"it was done before it was enqueued: {event}")
    for slices in tracks.values():
        slices.sort(key=lambda event: ends(event))
        for first, second in zip(slices, slices[1:]):
            if ends(first)[1] > ends(second)[0] + 2:
                complain(f"two slices of a stream overlap: {first} and {second}")


def identity(event):
    args = event["args"]
    if "semaphore" in args:
        return args["semaphore"]
    return (event["pid"], args["point_of_stream"]) if "point_of_stream" in args else None


def check_arrows(events, complain):
    """Each wait has its arrow, or no signal that could have ended it is there."""
    begins = {event["id"] for event in events if event["ph"] == "s"}
    arrows = {}
    for event in events:
        if event["ph"] == "f":
            arrows.setdefault((event["pid"], event["tid"]), []).append(event)
    values = {}
    for event in events:
        if event["ph"] == "X" and event["cat"] in SIGNALS and identity(event):
            values.setdefault(identity(event), set()).add(event["args"]["value"])
    for event in events:
        if event["ph"] != "X" or event["cat"] not in WAITS or identity(event) is None:
            continue
        begin, end = ends(event)
        own = [arrow for arrow in arrows.get((event["pid"], event["tid"]), [])
               if begin <= nanoseconds(arrow["ts"]) <= end and arrow["id"] in begins]
        if event["args"]["value"] in values.get(identity(event), ()) and not own:
            complain(f"a wait has no arrow: {event}")


def check_names(events, complain):
    named = {(event["pid"], event["tid"]) for event in events
             if event["ph"] == "M" and event["name"] == "thread_name"}
    for event in events:
        if event["ph"] not in PARTS:
            complain(f"an event of no known phase: {event}")
        if event["ph"] == "X" and (event["pid"], event["tid"]) not in named:
            complain(f"a track has no name: {event}")
        if event["ph"] == "X" and event["cat"] == "launch" and "args" in event:
            if not re.fullmatch(r"\w+", event["name"]) or len(event["args"]["grid"]) != 3:
                complain(f"a kernel without its name or grid: {event}")


def check(events):
    """The complaints about a timeline."""
    complaints = []
    for one in (check_order, check_arrows, check_names):
        one(events, complaints.append)
    return complaints
