"""The windows in which pages are checked, and the measurements made in each."""

from __future__ import annotations

from tests.browser.chromium import DESK, PHONE

LOOKS = [(size, scheme) for size in (PHONE, DESK) for scheme in ("light", "dark")]
TARGET = 44
"""The minimal size of a touch target in pixels, in both directions (WCAG 2.2, 2.5.5)."""
CONTRASTS = """() => {
  const parse = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const channel = value => { value /= 255; return value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  const ground = node => {
    for (; node; node = node.parentElement) {
      const color = parse(getComputedStyle(node).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || node.closest(".sr, style")) continue;
    const style = getComputedStyle(node);
    const [one, other] = [light(parse(style.color)), light(ground(node))].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (one + .05) / (other + .05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${walker.currentNode.textContent.trim()}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""
"""Texts whose contrast is below WCAG 2.2, 1.4.3 (AA)."""
OUTSIDE = """() => {
  const isWithin = (node, test) => {
    for (; node && node !== document.body; node = node.parentElement) if (test(getComputedStyle(node))) return true;
    return false;
  };
  const isFree = style => style.clipPath === 'inset(50%)' || style.textOverflow === 'ellipsis'
    || style.position === 'fixed' || /auto|scroll/.test(style.overflowX);
  const isShown = node => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isSeen = node => isShown(node) && !isWithin(node, isFree);
  const isOutside = box => box.width > 0 && (box.right > innerWidth + .5 || box.left < -.5);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, range = document.createRange();
    range.selectNodeContents(text);
    if (text.textContent.trim() && isSeen(text.parentElement) && [...range.getClientRects()].some(isOutside)) {
      found.push(text.textContent.trim());
    }
  }
  for (const control of document.querySelectorAll('input, select, textarea, .button:not(.plain)')) {
    if (isSeen(control) && isOutside(control.getBoundingClientRect())) found.push(control.outerHTML);
  }
  return found;
}"""
"""Texts and controls that are cut off at the side of the window, where nothing scrolls to them."""
