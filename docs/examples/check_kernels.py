"""Computes the pictures of the demo's kernels once more, for check.py: the water of waves.cu and the film
strip of film.hip. It also computes where OpenGL draws the points of gl_stage.cu."""
import math

WIDTH, HORIZON, STRIP = 640, 200, 288
COLUMNS, ROWS = WIDTH // 2, STRIP - HORIZON
STEPS, DROP_EVERY, DROP_RADIUS = 4, 12, 5
# The texture's levels are shown on top of the sky on the left, behind the stages.
FROM_COLUMN = 290
PIECES, GAP, PIECE_WIDTH, PIECE_HEIGHT, PIECE_TOP = 6, 5, 100, 52, STRIP + 10


def between(value, low, high):
    return min(max(value, low), high)


def swell(far_shift, near_shift):
    return [[0.25 * math.sin(0.07 * x - 0.45 * z + far_shift)
             + 0.15 * math.sin(0.05 * x + 0.30 * z + near_shift) for x in range(COLUMNS)]
            for z in range(ROWS)]


def step(now, past, drop):
    after = []
    for z in range(ROWS):
        here, above, below = now[z], now[max(z - 1, 0)], now[min(z + 1, ROWS - 1)]
        row = []
        for x in range(COLUMNS):
            around = here[max(x - 1, 0)] + here[min(x + 1, COLUMNS - 1)] + above[x] + below[x]
            value = here[x] + 0.997 * (here[x] - past[z][x]) + 0.2 * (around - 4 * here[x])
            apart = (x - drop[0]) ** 2 + (z - drop[1]) ** 2 if drop else DROP_RADIUS ** 2
            if apart < DROP_RADIUS ** 2:
                value -= 3.0 * (1 - apart / DROP_RADIUS ** 2)
            row.append(value)
        after.append(row)
    return after


def heights(frames):
    """The field of heights after so many frames."""
    now, past = swell(0, 0), swell(-0.2, 0.15)
    for frame in range(1, frames + 1):
        for i in range(STEPS):
            drop = None
            if i == 0 and frame % DROP_EVERY == 1:
                drop = (frame * 37 % COLUMNS, 8 + frame * 13 % (ROWS - 16))
            now, past = step(now, past, drop), now
    return now


def water_pixel(field, rows, x, z):
    """A pixel of water; None if it mirrors what the picture no longer shows."""
    def height(x, z):
        row = field[between(z, 0, ROWS - 1)]
        return (row[between(x, 0, WIDTH - 1) // 2] + row[between(x + 1, 0, WIDTH - 1) // 2]) / 2

    across = height(x + 2, z) - height(x - 2, z)
    along = height(x, z + 1) - height(x, z - 1)
    depth = 0.3 + 0.7 * z / ROWS
    sky_x = between(x + round(across * 20 * depth), 0, WIDTH - 1)
    sky_y = between(HORIZON - 1 - 2 * z + round(along * 16 * depth), 0, HORIZON - 1)
    if sky_x < FROM_COLUMN:
        return None
    light = 0.80 + 0.35 * between(along - 0.5 * across, -0.6, 0.6)
    sky = rows[sky_y][3 * sky_x:3 * sky_x + 3]
    return [between(value * light + tint, 0, 255) for value, tint in zip(sky, (2, 10, 14))]


def wrong_water(rows, frames):
    """How many of how many pixels of water differ. A few may: rounding can choose a neighbour."""
    field, seen, wrong = heights(frames), 0, 0
    for z in range(ROWS):
        for x in range(FROM_COLUMN + 10, WIDTH):
            wanted = water_pixel(field, rows, x, z)
            if wanted is None:
                continue
            got = rows[HORIZON + z][3 * x:3 * x + 3]
            seen += 1
            wrong += max(abs(a - b) for a, b in zip(got, wanted)) > 2
    return wrong, seen


def wrong_film(rows):
    """How many pixels of the pieces, but for the sign, have not the brown of cut()."""
    wrong = 0
    for piece in range(1, PIECES):
        left = GAP + piece * (PIECE_WIDTH + GAP)
        for row in rows[PIECE_TOP:PIECE_TOP + PIECE_HEIGHT]:
            for x in range(left, left + PIECE_WIDTH):
                light, green, blue = row[3 * x:3 * x + 3]
                wrong += (green, blue) != (light * 7 // 8, light * 5 // 8)
    return wrong


def edges_are_darker(rows):
    """Whether each piece is darker at its edges: all pixels there are grey * 16 / 24 at most."""
    for piece in range(1, PIECES):
        left = GAP + piece * (PIECE_WIDTH + GAP)
        row = rows[PIECE_TOP]
        if max(row[3 * x] for x in range(left, left + PIECE_WIDTH)) > 255 * 16 // 24:
            return False
    return True


DRAWN_WIDTH, DRAWN_HEIGHT, DRAWN_LEFT, DRAWN_TOP, LINES = 144, 58, 138, 110, 9
SIGN = 11


def missing_points(rows, frames):
    """How many of how many points below the sign have no pixel of their line's colour near. A nearer
    line covers some."""
    missing = points = 0
    for line in range(LINES):
        far = 1 - line / (LINES - 1)
        colour = (40, 90 + 18 * line, 200)
        for column in range(1, DRAWN_WIDTH - 1):
            x = (column + 0.5) * 2 / DRAWN_WIDTH - 1
            time = 0.1 * frames
            height = math.sin(5 * x + 3 * far + time) + 0.5 * math.sin(9 * x - 4 * far - 2 * time)
            y = 1.3 * far - 0.8 + 0.08 * height * (1 - 0.6 * far)
            row = round((1 - y) / 2 * DRAWN_HEIGHT - 0.5)
            if not SIGN < row < DRAWN_HEIGHT - 2:
                continue
            points += 1
            at = 3 * (DRAWN_LEFT + column)
            missing += all(tuple(rows[DRAWN_TOP + near][at:at + 3]) != colour
                           for near in range(row - 1, row + 2))
    return missing, points
