const units = [
  { word: 'd', seconds: 86_400 },
  { word: 'h', seconds: 3600 },
  { word: 'min', seconds: 60 },
  { word: 's', seconds: 1 },
];

/** Formats `300` as `5 min` and `90061` as `1 d 1 h`: at most the two largest units; the rest is dropped. */
export function humaniseSeconds(seconds: number): string {
  const largest = units.findIndex((unit) => seconds >= unit.seconds);
  if (largest === -1) return '0 s';
  let rest = seconds;
  const parts = units.slice(largest, largest + 2).map(({ word, seconds: size }) => {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    return whole === 0 ? null : `${whole} ${word}`;
  });
  return parts.filter((part) => part !== null).join(' ');
}
