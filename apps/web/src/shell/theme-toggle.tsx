import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** Steps through system, light, dark. All three icons are there; the style sheet shows one, so nothing flashes. */
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
