"""Renders tables of coloured blocks, so that eyes for blocks can be trained without a photograph.

A batched ray caster of boxes in PyTorch: stacks of cubes, clutter, a table, a wall, a lamp with soft
shadows, and a camera that moves by hand. Everything that a photograph would decide (colours within
their name, light, lens, blur, noise, what else lies about) is drawn at random for each scene.
Lengths are in edges of a block, z points up, the table is z = 0. All draws come from one generator.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
TABLE = len(COLOURS)
WIDTH, HEIGHT = 320, 240
_CLUTTER = 12


class Views(NamedTuple):
    """A batch of scenes of V pictures each; S scenes, C = 6 colours."""

    pictures: Tensor  # (S, V, 3, 240, 320), sRGB in [0, 1]
    segments: Tensor  # (S, V, 240, 320), colour of the block at each pixel, TABLE where there is none
    below: Tensor  # (S, C), colour of the block beneath, TABLE on the table, -1 where absent


class _Draw:
    """Random numbers on a device from one generator."""

    def __init__(self, seed: int, device: torch.device) -> None:
        self.device = device
        self.generator = torch.Generator(device=device).manual_seed(seed)

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(shape, generator=self.generator, device=self.device)

    def normal(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self.generator, device=self.device)

    def chance(self, probability: float, *shape: int) -> Tensor:
        return torch.rand(shape, generator=self.generator, device=self.device) < probability

    def choice(self, values: list[float], *shape: int) -> Tensor:
        index = torch.randint(len(values), shape, generator=self.generator, device=self.device)
        return torch.tensor(values, device=self.device)[index]


def _hsv(hue: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    """sRGB in the last dimension, from hue in degrees."""
    k = (torch.tensor([5.0, 3.0, 1.0], device=hue.device) + hue[..., None] / 60) % 6
    ramp = torch.minimum(k, 4 - k).clamp(0, 1)
    return value[..., None] * (1 - saturation[..., None] * ramp)


def _linear(srgb: Tensor) -> Tensor:
    return srgb.clamp(0, 1) ** 2.2


def _turn(yaw: Tensor) -> Tensor:
    """Rotations about z, (..., 3, 3), columns are the turned axes."""
    c, s, o, i = yaw.cos(), yaw.sin(), torch.zeros_like(yaw), torch.ones_like(yaw)
    return torch.stack([c, -s, o, s, c, o, o, o, i], -1).unflatten(-1, (3, 3))


def _tilt(pitch: Tensor) -> Tensor:
    c, s, o, i = pitch.cos(), pitch.sin(), torch.zeros_like(pitch), torch.ones_like(pitch)
    return torch.stack([i, o, o, o, c, -s, o, s, c], -1).unflatten(-1, (3, 3))


class _Scene(NamedTuple):
    centre: Tensor  # (S, N, 3) boxes: first the six blocks, then clutter
    turn: Tensor  # (S, N, 3, 3)
    half: Tensor  # (S, N, 3), zero for what is not there
    paint: Tensor  # (S, N, 3), linear
    below: Tensor  # (S, C)
    base: Tensor  # (S, C, 2), the stacks' places


# Hue, saturation in sRGB; how far each is drawn from it (uniform). Measured roughly on photographs.
_PALETTE = {
    "red": (4.0, 6.0, 0.68, 0.14),
    "orange": (19.0, 6.0, 0.66, 0.15),
    "yellow": (53.0, 8.0, 0.50, 0.20),
    "green": (149.0, 14.0, 0.74, 0.20),
    "blue": (196.0, 14.0, 0.72, 0.20),
    "purple": (314.0, 20.0, 0.46, 0.18),
}
_BRIGHTNESS = {"red": 0.84, "orange": 0.90, "yellow": 0.90, "green": 0.50, "blue": 0.66, "purple": 0.52}


def _blocks(draw: _Draw, scenes: int) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    n = len(COLOURS)
    device = draw.device
    order = draw.uniform(0, 1, scenes, n).argsort(1)
    count = torch.where(draw.chance(0.7, scenes), n, draw.choice([2.0, 3, 4, 5], scenes).long())
    starts = draw.uniform(0, 1, scenes, n) < draw.uniform(0, 1, scenes, 1) ** 1.2
    starts[:, 0] = True
    spread = draw.uniform(1.2, 4.5, scenes, 1, 1)
    gap = draw.uniform(1.05, 1.7, scenes, 1)
    slip = draw.choice([0.02, 0.06, 0.1, 0.16], scenes, 1)
    twist = draw.choice([0.05, 0.15, 0.5, 1.6], scenes)
    aligned = draw.chance(0.3, scenes)
    yaw0 = draw.uniform(0, math.pi / 2, scenes)
    place = torch.full((scenes, n, 2), 1e3, device=device)
    position = torch.zeros(scenes, n, 3, device=device)
    yaw = torch.zeros(scenes, n, device=device)
    base = torch.zeros(scenes, n, 2, device=device)
    below = torch.full((scenes, n), -1, device=device)
    rows = torch.arange(scenes, device=device)
    for i in range(n):
        angle = draw.uniform(0, 2 * math.pi, scenes, 24)
        radius = draw.uniform(0, 1, scenes, 24).sqrt() * spread[:, 0]
        candidate = torch.stack([angle.cos() * radius, angle.sin() * radius], -1)
        distance = torch.cdist(candidate, place).amin(-1)
        free = torch.where(distance > gap, draw.uniform(0, 1, scenes, 24) + 10, distance)
        new = candidate[rows, free.argmax(1)]
        colour = order[:, i]
        own = torch.where(aligned, yaw0 + 0.1 * draw.normal(scenes), draw.uniform(0, math.pi / 2, scenes))
        if i == 0:
            position[:, 0, :2], yaw[:, 0] = new, own
            support = torch.full_like(colour, TABLE)
        else:
            shift = (slip * draw.normal(scenes, 2)).clamp(-0.33, 0.33)
            up = ~starts[:, i]
            position[:, i, :2] = torch.where(up[:, None], position[:, i - 1, :2] + shift, new)
            position[:, i, 2] = torch.where(up, position[:, i - 1, 2] + 1, 0.0)
            yaw[:, i] = torch.where(up, yaw[:, i - 1] + twist * draw.normal(scenes), own)
            support = torch.where(up, order[:, i - 1], TABLE)
        here = count > i
        place[:, i] = torch.where((starts[:, i] & here)[:, None], position[:, i, :2], 1e3)
        below[rows[here], colour[here]] = support[here]
    position[..., 2] += 0.5
    centre = torch.zeros_like(position).scatter_(1, order[..., None].expand(-1, -1, 3), position)
    turned = torch.zeros_like(yaw).scatter_(1, order, yaw)
    base = centre[..., :2]
    half = torch.where(below[..., None] >= 0, 0.5, 0.0).expand(-1, -1, 3)
    hue, saturation, value = [], [], []
    wide = torch.where(draw.chance(0.25, scenes), 1.5, 0.8)
    for name in COLOURS:
        h, dh, s, ds = _PALETTE[name]
        hue.append(h + dh * wide * draw.uniform(-1, 1, scenes))
        saturation.append((s + ds * draw.uniform(-1, 1, scenes)).clamp(0.25, 0.98))
        value.append(_BRIGHTNESS[name] * draw.uniform(0.8, 1.12, scenes))
    # Red and orange differ by their place beside one another: never closer than nine degrees.
    middle = (hue[0] + hue[1]) / 2
    lack = (9 - (hue[1] - hue[0])).clamp(min=0) / 2
    hue[0], hue[1] = (
        torch.where(lack > 0, hue[0] - lack, hue[0]),
        torch.where(lack > 0, hue[1] + lack, hue[1]),
    )
    hue[0] = torch.minimum(hue[0], middle)
    paint = _hsv(torch.stack(hue, 1), torch.stack(saturation, 1), torch.stack(value, 1))
    return centre, _turn(turned), half, _linear(paint), below, base


def _clutter(draw: _Draw, base: Tensor, present: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    scenes, k = base.shape[0], _CLUTTER
    u = lambda low, high: draw.uniform(low, high, scenes, k)  # noqa: E731
    kind = u(0, 1)[..., None]
    cable = torch.stack([u(2, 12), u(0.04, 0.14), u(0.04, 0.12)], -1)
    slab = torch.stack([u(1.5, 5), u(0.6, 2), u(0.05, 0.3)], -1)
    tool = torch.stack([u(1, 3), u(0.12, 0.4), u(0.06, 0.25)], -1)
    box = torch.stack([u(0.3, 3), u(0.3, 2), u(0.3, 2.5)], -1)
    half = torch.where(kind < 0.3, cable, torch.where(kind < 0.5, tool, torch.where(kind < 0.7, slab, box)))
    angle = u(0, 2 * math.pi)
    radius = torch.where(kind[..., 0] < 0.5, u(1, 8), u(2.5, 13))
    lift = torch.where(draw.chance(0.15, scenes, k), u(0, 3), torch.zeros_like(radius))
    centre = torch.stack([angle.cos() * radius, angle.sin() * radius, half[..., 2] + lift], -1)
    yaw = u(0, math.pi)
    pitch = torch.where(draw.chance(0.12, scenes, k), u(-1.2, 1.2), torch.zeros_like(yaw))
    turn = _turn(yaw)
    # Nothing stands in a block: the distance of the blocks' places to the box, in its own frame.
    apart = base[:, None] - centre[:, :, None, :2]
    local = torch.einsum("skji,skcj->skci", turn[..., :2, :2], apart)
    outside = (local.abs() - half[:, :, None, :2]).clamp(min=0).norm(dim=-1)
    outside = torch.where(present[:, None], outside, 9.0).amin(-1)
    there = draw.chance(1.0, scenes, k) & (outside > 0.78) & (u(0, 1) < draw.uniform(0, 1, scenes, 1))
    half = torch.where(there[..., None], half, torch.zeros_like(half))
    grey = _hsv(u(20, 70), u(0, 0.15), u(0, 1) ** 1.5)
    card = _hsv(u(15, 45), u(0.2, 0.5), u(0.3, 0.8))
    gay = _hsv(u(0, 360), u(0.3, 0.9), u(0.2, 0.9))
    which = u(0, 1)[..., None]
    paint = torch.where(which < 0.66, grey, torch.where(which < 0.84, card, gay))
    return centre, turn @ _tilt(pitch), half, _linear(paint)


def _scene(draw: _Draw, scenes: int) -> _Scene:
    centre, turn, half, paint, below, base = _blocks(draw, scenes)
    c2, t2, h2, p2 = _clutter(draw, base, below >= 0)
    return _Scene(
        torch.cat([centre, c2], 1), torch.cat([turn, t2], 1), torch.cat([half, h2], 1),
        torch.cat([paint, p2], 1), below, base,
    )  # fmt: skip


class _Camera(NamedTuple):
    eye: Tensor  # (S, V, 3)
    axes: Tensor  # (S, V, 3, 3): rows are right, down, forward
    focal: Tensor  # (S, V), in half widths of the picture


def _cameras(draw: _Draw, scene: _Scene, views: int) -> _Camera:
    scenes = scene.below.shape[0]
    present = (scene.below >= 0).float()
    pick = torch.multinomial(present, views, replacement=True, generator=draw.generator)
    same = draw.chance(0.6, scenes, 1)
    pick = torch.where(same, pick[:, :1], pick)
    target = scene.centre.gather(1, pick[..., None].expand(-1, -1, 3))
    middle = (scene.centre[:, : len(COLOURS)] * present[..., None]).sum(1) / present.sum(1)[:, None]
    target = torch.where(draw.chance(0.5, scenes, 1, 1), target, middle[:, None].expand(-1, views, -1))
    move = draw.uniform(0.2, 1, scenes, 1)
    distance = (
        draw.uniform(math.log(2.6), math.log(15), scenes, 1) + 0.35 * move * draw.normal(scenes, views)
    ).exp()
    distance = distance.clamp(2.0, 18)
    azimuth = draw.uniform(0, 2 * math.pi, scenes, 1) + 0.35 * move * draw.normal(scenes, views)
    elevation = draw.uniform(0.05, 1.25, scenes, 1) + 0.25 * move * draw.normal(scenes, views)
    elevation = elevation.clamp(0.02, 1.45)
    aim = draw.choice([0.04, 0.1, 0.2, 0.3], scenes, 1, 1)
    target = target + aim * distance[..., None] * draw.normal(scenes, views, 3) * torch.tensor(
        [1, 1, 0.6], device=draw.device
    )
    # Now and then the camera looks past everything.
    past = draw.chance(0.04, scenes, views, 1) * distance[..., None] * draw.normal(scenes, views, 3)
    target = target + past * torch.tensor([1, 1, 0], device=draw.device)
    away = torch.stack(
        [azimuth.cos() * elevation.cos(), azimuth.sin() * elevation.cos(), elevation.sin()], -1
    )
    eye = target + distance[..., None] * away
    eye[..., 2] = eye[..., 2].clamp(min=0.25)
    forward = F.normalize(target - eye, dim=-1)
    up = torch.tensor([0.0, 0, 1], device=draw.device).expand_as(forward)
    right = F.normalize(torch.cross(forward, up, dim=-1), dim=-1)
    down = torch.cross(forward, right, dim=-1)
    roll = 0.12 * draw.normal(scenes, views)
    c, s = roll.cos()[..., None], roll.sin()[..., None]
    right, down = c * right + s * down, c * down - s * right
    focal = draw.uniform(1.3, 2.4, scenes, 1).expand(-1, views)
    return _Camera(eye, torch.stack([right, down, forward], -2), focal)


def _cast(eye: Tensor, ray: Tensor, centre: Tensor, turn: Tensor, half: Tensor) -> tuple[Tensor, Tensor]:
    """Nearest hit of rays with boxes: distance (inf: none) and the box's index.

    Args: eye (B, 1 or P, 3), ray (B, P, 3), boxes (B, N, …).
    """
    b, n = half.shape[:2]
    # One product for all boxes: (B, P, 3) by (B, 3, 3N); then slabs in place, (B, P, N, 3).
    frames = turn.permute(0, 2, 1, 3).reshape(b, 3, 3 * n)
    along = (ray @ frames).unflatten(-1, (n, 3))
    along = torch.where(along.abs() < 1e-7, 1e-7, along).reciprocal_()
    start = (eye @ frames).unflatten(-1, (n, 3)) - torch.einsum("bnji,bnj->bni", turn, centre)[:, None]
    middle = start.neg_() * along
    reach = along.abs_().mul_(half[:, None])
    enter = (middle - reach).amax(-1)
    leave = middle.add_(reach).amin(-1)
    hit = (leave > enter) & (enter > 1e-3) & (half[:, None, :, 0] > 0)
    nearest, which = enter.masked_fill_(~hit, torch.inf).min(-1)
    return nearest, which


def _sample(texture: Tensor, u: Tensor, v: Tensor) -> Tensor:
    """A texture (B, C, H, W) at (B, P) in [-1, 1], mirrored beyond: (B, P, C)."""
    grid = torch.stack([u, v], -1)[:, None]
    return F.grid_sample(texture, grid, padding_mode="reflection", align_corners=False)[:, :, 0].transpose(
        1, 2
    )


def _noise(draw: _Draw, batch: int, channels: int, sizes: tuple[int, ...], out: int) -> Tensor:
    total = torch.zeros(batch, channels, out, out, device=draw.device)
    for size in sizes:
        total += F.interpolate(draw.normal(batch, channels, size, size), (out, out), mode="bilinear")
    return total / math.sqrt(len(sizes))


def _shade(draw: _Draw, scene: _Scene, camera: _Camera) -> tuple[Tensor, Tensor]:
    """Linear colours (S, V, 3, H, W) and the box index (S, V, H, W), N where none."""
    scenes, views = camera.eye.shape[:2]
    device = draw.device
    boxes = scene.centre.shape[1]
    b, p = scenes * views, WIDTH * HEIGHT
    repeat = lambda x: x.repeat_interleave(views, 0)  # noqa: E731
    centre, turn, half, paint = map(repeat, (scene.centre, scene.turn, scene.half, scene.paint))
    x = (torch.arange(WIDTH, device=device) + 0.5) / WIDTH * 2 - 1
    y = ((torch.arange(HEIGHT, device=device) + 0.5) / HEIGHT * 2 - 1) * HEIGHT / WIDTH
    plane = torch.stack(torch.meshgrid(x, y, indexing="xy"), -1).reshape(1, p, 2)
    plane = plane + draw.uniform(-1, 1, b, p, 2) * (0.5 / WIDTH * 2)
    plane = plane.expand(b, p, 2)
    focal = camera.focal.reshape(b, 1, 1)
    ray = torch.cat([plane, focal.expand(b, p, 1)], -1) @ camera.axes.reshape(b, 3, 3)
    ray = F.normalize(ray, dim=-1)
    eye = camera.eye.reshape(b, 1, 3)

    near, which = _cast(eye, ray, centre, turn, half)
    # Table, then what lies behind its edges: a wall, or the floor.
    down = -eye[..., 2] / ray[..., 2].clamp(max=-1e-6)
    ground = torch.where(ray[..., 2] < -1e-6, down, torch.inf)
    on_table = eye + ray * ground.clamp(max=200)[..., None]
    azimuth = torch.atan2(*camera.eye[:, 0, [1, 0]].unbind(-1)) + math.pi + 0.5 * draw.normal(scenes)
    facing = repeat(torch.stack([azimuth.cos(), azimuth.sin(), torch.zeros_like(azimuth)], -1))[:, None]
    back = repeat(draw.uniform(5, 26, scenes, 1))
    front = repeat(draw.uniform(4, 30, scenes, 1))
    wall = (back - (eye * facing).sum(-1)) / (ray * facing).sum(-1).clamp(min=1e-6)
    depth = (on_table * facing).sum(-1)
    edge = repeat(torch.where(draw.chance(0.5, scenes, 1), draw.uniform(0.4, 1, scenes, 1), 1.0)) * back
    table = (depth < edge) & (depth > -front) & (ground < wall)
    ground = torch.where(table, ground, torch.inf)
    far = torch.minimum(near, ground)
    is_box = (near < torch.inf) & (near <= ground) & (near < wall)
    is_table = ~is_box & (ground < torch.inf)
    reach = torch.where(far < torch.inf, far, wall.clamp(max=100))
    point = eye + ray * reach[..., None]

    # Surfaces.
    index = which[..., None]
    own_turn = turn.flatten(2).gather(1, index.expand(-1, -1, 9)).unflatten(-1, (3, 3))
    local = point - centre.gather(1, index.expand(-1, -1, 3))
    local = (local[..., None] * own_turn).sum(-2)
    size = half.gather(1, index.expand(-1, -1, 3)).clamp(min=1e-3)
    scaled = local / size
    axis = scaled.abs().argmax(-1, keepdim=True)
    sign = scaled.gather(-1, axis).sign()
    face = torch.zeros_like(local).scatter_(-1, axis, sign)
    normal = (own_turn * face[..., None, :]).sum(-1)
    is_block = is_box & (which < len(COLOURS))
    normal = torch.where(is_box[..., None], normal, torch.tensor([0.0, 0, 1], device=device))

    colour = paint.gather(1, index.expand(-1, -1, 3))
    # Grain and worn edges of blocks; stripes and print on clutter.
    grain_k = draw.uniform(4, 30, b, 1)
    grain_axis = local.gather(-1, (axis + 1) % 3)[..., 0] + 0.15 * local.gather(-1, (axis + 2) % 3)[..., 0]
    own = which.float() * 1.7
    grain = (grain_axis * grain_k + own + 2 * (local.sum(-1) * 3 + own).sin()).sin()
    grain = 1 + repeat(draw.uniform(0, 0.08, scenes, 1)) * grain
    rim = scaled.abs().sort(-1).values[..., 1]
    width = repeat(draw.uniform(0.01, 0.07, scenes, 1))
    worn = ((rim - (1 - width)) / width).clamp(0, 1) * repeat(draw.uniform(-0.3, 0.45, scenes, 1))
    block = colour * (grain + 0 * rim)[..., None]
    block = torch.where(
        worn[..., None] > 0, block + (0.8 - block) * worn[..., None], block * (1 + worn[..., None])
    )
    print_ = _noise(draw, b, 1, (8, 24), 48)
    mark = _sample(
        print_,
        local.gather(-1, (axis + 1) % 3)[..., 0] * 0.35 + own,
        local.gather(-1, (axis + 2) % 3)[..., 0] * 0.35,
    )
    keys = ((local[..., 0] * 5).sin() * (local[..., 1] * 5).sin()).abs() > 0.55
    clutter = colour * (1 + 0.4 * mark).clamp(0.1, 2)
    striped = repeat(draw.chance(0.4, scenes, boxes).float()).gather(1, which)
    clutter = torch.where((keys & (striped > 0))[..., None], clutter * 0.4 + 0.05, clutter)

    tone = _hsv(
        draw.uniform(20, 110, scenes), draw.uniform(0, 0.16, scenes), draw.uniform(0.45, 0.95, scenes)
    )
    wood = _hsv(
        draw.uniform(15, 45, scenes), draw.uniform(0.2, 0.6, scenes), draw.uniform(0.25, 0.85, scenes)
    )
    wooden = draw.chance(0.22, scenes)[:, None]
    top = repeat(_linear(torch.where(wooden, wood, tone)))[:, None]
    weave = repeat(_noise(draw, scenes, 1, (4, 16, 64), 128))
    stretch = repeat(torch.where(wooden, draw.uniform(1, 8, scenes, 1), 1.0))
    texture = _sample(weave, on_table[..., 0] / 14, on_table[..., 1] / 14 * stretch)
    rough = repeat(torch.where(wooden, draw.uniform(0.05, 0.3, scenes, 1), draw.uniform(0, 0.08, scenes, 1)))[
        ..., None
    ]
    top = top * (1 + rough * texture).clamp(0.2, 1.8)
    scenery = repeat(F.interpolate(_noise(draw, scenes, 3, (3, 7, 20), 40), (64, 64)))
    side = torch.stack([facing[..., 1], -facing[..., 0], torch.zeros_like(facing[..., 0])], -1)
    behind = eye + ray * wall.clamp(-100, 100)[..., None]
    panorama = _sample(scenery, (behind * side).sum(-1) / 20, behind[..., 2] / 20)
    panorama = panorama.mean(-1, keepdim=True) * 0.8 + panorama * repeat(draw.uniform(0, 0.35, scenes, 1, 1))
    bright = repeat(draw.uniform(0.02, 0.7, scenes, 1, 1))
    panorama = bright * (0.9 * panorama).exp()

    # Light: a lamp with soft shadows, the sky, and a second lamp without.
    high = draw.uniform(0.45, 1.5, scenes)
    turnaway = draw.uniform(0, 2 * math.pi, scenes)
    lamp = repeat(torch.stack([turnaway.cos() * high.cos(), turnaway.sin() * high.cos(), high.sin()], -1))[
        :, None
    ]
    soft = repeat(draw.uniform(0.01, 0.2, scenes, 1, 1))
    towards = F.normalize(lamp + soft * draw.normal(b, p, 3), dim=-1)
    blocked, _ = _cast(point + normal * 2e-3, towards, centre, turn, half)
    lit = (blocked == torch.inf).float().reshape(b, 1, HEIGHT, WIDTH)
    lit = F.avg_pool2d(F.pad(lit, (2, 2, 2, 2), mode="replicate"), 5, 1).reshape(b, p)
    key = repeat(draw.uniform(0.15, 1.0, scenes, 1))
    sky = 1 - 0.75 * key
    fill = F.normalize(repeat(draw.normal(scenes, 3)) * torch.tensor([1, 1, 0.3], device=device), dim=-1)[
        :, None
    ]
    facing_lamp = (normal * lamp).sum(-1).clamp(min=0)
    ambient = 0.55 + 0.25 * normal[..., 2] + repeat(draw.uniform(0, 0.3, scenes, 1)) * (normal * fill).sum(-1)
    flat = scene.base.repeat_interleave(views, 0)
    level = centre[:, : len(COLOURS), 2]
    apart = (point[:, :, None, :2] - flat[:, None]).square().sum(-1)
    lowest = (half[:, : len(COLOURS), 0] > 0) & (level < 1)
    contact = torch.where(lowest[:, None], (-apart / 0.8).exp(), 0.0).amax(-1)
    contact = 1 - repeat(draw.uniform(0, 0.6, scenes, 1)) * contact * torch.exp(
        -point[..., 2].clamp(min=0) * 3
    )
    pool = repeat(draw.normal(scenes, 1, 2)) * 3
    falloff = (-(point[..., :2] - pool).square().sum(-1) / repeat(draw.uniform(4, 30, scenes, 1)) ** 2).exp()
    lightness = (key * facing_lamp * lit * (0.35 + 0.65 * falloff) + sky * ambient * contact)[..., None]
    warmth = 1 + 0.06 * repeat(draw.normal(scenes, 1, 3))
    result = (
        torch.where(is_block[..., None], block, torch.where(is_box[..., None], clutter, top))
        * lightness
        * warmth
    )
    sheen = repeat(draw.choice([0, 0, 0.05, 0.2], scenes, 1))
    mirror = ray - 2 * (ray * normal).sum(-1, keepdim=True) * normal
    gloss = sheen * (mirror * lamp).sum(-1).clamp(min=0) ** 16 * lit
    result = result + gloss[..., None]
    result = torch.where((is_box | is_table)[..., None], result, panorama)
    found = torch.where(is_block, which, torch.where(is_box, boxes, boxes + 1))
    picture = result.transpose(1, 2).reshape(scenes, views, 3, HEIGHT, WIDTH)
    # Exposure is set by the table's own brightness, so that it lies where a camera puts it.
    middle = (top[:, :1].mean(-1) * (key * lamp[..., 2] + sky * 0.8)).reshape(scenes, views, 1, 1, 1)
    goal = _linear(draw.uniform(0.35, 1.0, scenes, 1) + 0.08 * draw.normal(scenes, views))[
        ..., None, None, None
    ]
    return picture * goal / middle.clamp(min=0.02), found.reshape(scenes, views, HEIGHT, WIDTH)


def _blur(picture: Tensor, kernels: Tensor) -> Tensor:
    """One kernel a picture: (B, 3, H, W) with (B, k, k)."""
    b, c, h, w = picture.shape
    k = kernels.shape[-1]
    padded = F.pad(picture, (k // 2,) * 4, mode="replicate")
    flat = padded.reshape(1, b * c, h + k - 1, w + k - 1)
    return F.conv2d(flat, kernels.repeat_interleave(c, 0)[:, None], groups=b * c).reshape(b, c, h, w)


def _develop(draw: _Draw, linear: Tensor) -> Tensor:
    """What lens, sensor and codec make of the light: (B, 3, H, W) linear to sRGB in [0, 1]."""
    b = linear.shape[0]
    device = linear.device
    span = torch.arange(-6, 7, device=device).float()
    yy, xx = torch.meshgrid(span, span, indexing="ij")
    sigma = draw.choice([0.45, 0.6, 0.8, 1.1, 1.8], b)[:, None, None]
    shake = (draw.chance(0.25, b) * draw.uniform(0.5, 4, b))[:, None, None]
    angle = draw.uniform(0, math.pi, b)[:, None, None]
    along, across = xx * angle.cos() + yy * angle.sin(), yy * angle.cos() - xx * angle.sin()
    kernel = (-(across**2) / (2 * sigma**2) - along**2 / (2 * (sigma**2 + shake**2))).exp()
    light = _blur(linear.clamp(max=4), kernel / kernel.sum((1, 2), keepdim=True))
    u = torch.linspace(-1, 1, WIDTH, device=device)[None, None, None]
    v = torch.linspace(-0.75, 0.75, HEIGHT, device=device)[None, None, :, None]
    off = 0.2 * draw.normal(b, 2, 1, 1)
    radius = (u - off[:, :1]) ** 2 + (v - off[:, 1:]) ** 2
    tint = 0.05 * draw.normal(b, 3, 1, 1)
    light = light * (1 - draw.uniform(0, 0.45, b, 1, 1, 1) * radius).clamp(min=0.15) * (1 + tint * radius)
    light = light * (0.05 * draw.choice([0.5, 1, 2], b, 1, 1, 1) * draw.normal(b, 3, 1, 1)).exp()
    grey = light.mean(1, keepdim=True)
    light = (grey + (light - grey) * draw.uniform(0.85, 1.2, b, 1, 1, 1)).clamp(min=0)
    haze = draw.choice([0, 0.01, 0.03], b, 1, 1, 1)
    picture = (light + haze).clamp(1e-5, 1) ** (1 / (2.2 * draw.uniform(0.85, 1.2, b, 1, 1, 1)))
    sensor = draw.choice([0.004, 0.01, 0.02, 0.04], b, 1, 1, 1)
    picture = picture + sensor * draw.normal(*picture.shape)
    coarse = F.interpolate(draw.normal(b, 3, HEIGHT // 4, WIDTH // 4), (HEIGHT, WIDTH), mode="bilinear")
    return (picture + draw.choice([0, 0.005, 0.015], b, 1, 1, 1) * coarse).clamp(0, 1)


class Renderer:
    """Draws scenes for ever from one seed.

    Args: seed, device; `at_once`: pictures rendered together, which bounds memory (about 90 MB each).
    """

    def __init__(self, seed: int, device: torch.device, at_once: int = 16) -> None:
        self._draw = _Draw(seed, device)
        self._at_once = at_once

    @torch.no_grad()
    def lit(self, scenes: int, views: int) -> Views:
        """The light that falls into the camera, in place of the pictures that it makes of it."""
        parts: list[Views] = []
        step = max(1, self._at_once // views)
        for start in range(0, scenes, step):
            size = min(step, scenes - start)
            scene = _scene(self._draw, size)
            camera = _cameras(self._draw, scene, views)
            linear, found = _shade(self._draw, scene, camera)
            parts.append(Views(linear, found.clamp(max=TABLE), scene.below))
        return Views(*(torch.cat(part) for part in zip(*parts, strict=True)))

    @torch.no_grad()
    def taken(self, light: Views, *, mirror: bool = False) -> Views:
        """Pictures of that light, other ones each time; in a mirror the same stands on the same."""
        linear, segments = light.pictures, light.segments
        if mirror:
            linear, segments = linear.flip(-1), segments.flip(-1)
        pictures = _develop(self._draw, linear.flatten(0, 1)).unflatten(0, linear.shape[:2])
        return Views(pictures, segments, light.below)

    def views(self, scenes: int, views: int) -> Views:
        """Pictures of new scenes."""
        return self.taken(self.lit(scenes, views))
