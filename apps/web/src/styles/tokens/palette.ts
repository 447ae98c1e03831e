import { type Oklch, toHex } from './colour.ts';

/** Hue of the neutral colours. */
const ink = 258;

export const groups = ['ip', 'domain', 'network'] as const;
const hueOf = { ip: 256, domain: 292, network: 192, success: 152, warning: 72, danger: 25 } as const;
const chromaOf = { ip: 0.19, domain: 0.19, network: 0.1, success: 0.13, warning: 0.12, danger: 0.19 } as const;
type HueName = keyof typeof hueOf;
export const hueNames = Object.keys(hueOf) as HueName[];

type Roles = Readonly<Record<string, Oklch>>;

const lightNeutrals: Roles = {
  canvas: [0.984, 0.004, ink],
  surface: [1, 0, 0],
  'surface-sunken': [0.968, 0.006, ink],
  'surface-hover': [0.95, 0.008, ink],
  border: [0.91, 0.01, ink],
  'border-strong': [0.6, 0.022, ink],
  text: [0.235, 0.022, ink],
  'text-muted': [0.43, 0.022, ink],
  'text-subtle': [0.515, 0.022, ink],
  'text-on-solid': [1, 0, 0],
};

const darkNeutrals: Roles = {
  canvas: [0.168, 0.014, ink],
  surface: [0.208, 0.016, ink],
  'surface-sunken': [0.188, 0.015, ink],
  'surface-hover': [0.255, 0.018, ink],
  border: [0.3, 0.018, ink],
  'border-strong': [0.56, 0.022, ink],
  text: [0.955, 0.006, ink],
  'text-muted': [0.79, 0.014, ink],
  'text-subtle': [0.7, 0.016, ink],
  'text-on-solid': [1, 0, 0],
};

/** Amber and teal need another lightness than the other hues to reach the contrast of a white label. */
const solidLightness = {
  light: { warning: 0.53, network: 0.515, other: 0.52 },
  dark: { warning: 0.52, network: 0.505, other: 0.53 },
} as const;

function solid(theme: 'light' | 'dark', name: HueName): number {
  const table = solidLightness[theme];
  return name === 'warning' || name === 'network' ? table[name] : table.other;
}

function lightHue(name: HueName): Roles {
  const hue = hueOf[name];
  const chroma = chromaOf[name];
  return {
    [`${name}-solid`]: [solid('light', name), chroma, hue],
    [`${name}-solid-hover`]: [0.46, chroma * 0.95, hue],
    [`${name}-text`]: [0.47, chroma * 0.9, hue],
    [`${name}-soft`]: [0.965, chroma * 0.13, hue],
    [`${name}-soft-border`]: [0.87, chroma * 0.4, hue],
    [`${name}-graph`]: [name === 'warning' ? 0.64 : 0.6, chroma, hue],
  };
}

function darkHue(name: HueName): Roles {
  const hue = hueOf[name];
  const chroma = chromaOf[name];
  return {
    [`${name}-solid`]: [solid('dark', name), chroma * 0.95, hue],
    [`${name}-solid-hover`]: [0.475, chroma * 0.9, hue],
    [`${name}-text`]: [0.8, chroma * 0.62, hue],
    [`${name}-soft`]: [0.265, chroma * 0.28, hue],
    [`${name}-soft-border`]: [0.4, chroma * 0.45, hue],
    [`${name}-graph`]: [0.72, chroma * 0.85, hue],
  };
}

/**
 * The gradient of the page header: from the group's hue to one 22 degrees further, dark enough for white text at 7:1.
 */
function lightHero(name: (typeof groups)[number]): Roles {
  const hue = hueOf[name];
  const chroma = chromaOf[name];
  return {
    [`${name}-hero-1`]: [0.44, chroma * 0.88, hue],
    [`${name}-hero-2`]: [0.33, chroma * 0.72, hue + 22],
    [`${name}-hero-sub`]: [0.93, chroma * 0.14, hue],
  };
}

function darkHero(name: (typeof groups)[number]): Roles {
  const hue = hueOf[name];
  const chroma = chromaOf[name];
  return {
    [`${name}-hero-1`]: [0.36, chroma * 0.62, hue],
    [`${name}-hero-2`]: [0.245, chroma * 0.42, hue + 22],
    [`${name}-hero-sub`]: [0.88, chroma * 0.18, hue],
  };
}

const merge = (parts: readonly Roles[]): Roles => Object.assign({}, ...parts);
const inHex = (roles: Roles): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(roles).map(([role, colour]) => [role, toHex(colour)]));

/** Role to `#rrggbb`, per theme. */
export const themes = {
  light: inHex(merge([lightNeutrals, ...hueNames.map(lightHue), ...groups.map(lightHero), { focus: [0.5, 0.2, 262] }])),
  dark: inHex(merge([darkNeutrals, ...hueNames.map(darkHue), ...groups.map(darkHero), { focus: [0.78, 0.12, 250] }])),
} as const;
