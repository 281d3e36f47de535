"""Pictures read back as dots or as their texts."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.colors import to_rgb
from PIL import Image

from sprague.render.pictures.picture import Picture


def dots(content: bytes) -> npt.NDArray[np.uint8]:
    """The dots of a png, from the top, with red, green and blue."""
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))


def written(picture: Picture) -> list[str]:
    """Return all texts in a picture, including its legend."""
    axes = picture.figure.axes[0]
    legend = axes.get_legend()
    texts = [text.get_text() for text in axes.texts] + [label.get_text() for label in axes.get_xticklabels()]
    return texts + ([text.get_text() for text in legend.get_texts()] if legend else [])


def cell_dots(picture: Picture, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """For each cell of a map, return the dot next to its upper left corner, where no number is printed."""
    image = dots(picture.write("png"))
    height = image.shape[0]
    box = picture.figure.axes[0].get_position()
    inches = picture.figure.get_size_inches() * picture.density
    left, top = round(box.x0 * inches[0]), height - round(box.y1 * inches[1])
    side = round(box.width * inches[0] / columns)
    assert box.width * inches[0] == round(side * columns, 6) or abs(box.width * inches[0] - side * columns) < 1e-6
    inside = min(side // 2, 3)
    picked: npt.NDArray[np.uint8] = image[
        top + inside : top + inside + rows * side : side, left + inside : left + inside + columns * side : side
    ]
    return picked


def colour(name: str) -> list[int]:
    return [round(255 * part) for part in to_rgb(name)]


def has_colour(cells: npt.NDArray[np.uint8], name: str) -> Any:
    """Which cells have this colour."""
    return (cells == np.array(colour(name), np.uint8)).all(axis=-1)
