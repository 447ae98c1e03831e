/** Lightness 0-1, chroma, hue in degrees (CSS Color 4, section 9.4). */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const toGamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const clamp = (v: number) => Math.min(1, Math.max(0, v));

/** OKLCH to linear sRGB, with the matrices of CSS Color 4. Components may lie outside 0-1. */
function toLinearRgb([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** `#rrggbb`; a colour outside sRGB keeps its lightness and hue and loses chroma until it fits. */
export function toHex([lightness, chroma, hue]: Oklch): string {
  const outside = (v: number) => v < -0.0005 || v > 1.0005;
  let fitting = chroma;
  let rgb = toLinearRgb([lightness, fitting, hue]);
  while (fitting > 0 && rgb.some(outside)) {
    fitting -= 0.002;
    rgb = toLinearRgb([lightness, Math.max(fitting, 0), hue]);
  }
  const byte = (v: number) => Math.round(clamp(toGamma(clamp(v))) * 255);
  return `#${rgb.map((v) => byte(v).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const part = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
