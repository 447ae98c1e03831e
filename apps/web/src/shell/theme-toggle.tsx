import { chooseTheme, type Theme, useTheme } from '../browser/storage/theme.ts';
import { Monitor } from '../ui/icons/lucide/monitor.ts';
import { Moon } from '../ui/icons/lucide/moon.ts';
import { Sun } from '../ui/icons/lucide/sun.ts';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** Cycles through system, light and dark. The style sheet shows one of the three icons, so nothing flashes. */
export function ThemeToggle() {
  const theme = useTheme();
  const label = `Theme: ${theme}. Switch to ${next[theme]}`;
  return (
    <button
      className="btn btn-g btn-i theme"
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next[theme])}
    >
      <Monitor className="i" />
      <Sun className="i" />
      <Moon className="i" />
    </button>
  );
}
