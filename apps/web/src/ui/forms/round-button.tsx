import type { ComponentType } from 'react';

export interface RoundButtonProps {
  readonly label: string;
  readonly icon: ComponentType<{ className?: string }>;
  readonly busy: boolean;
}

/** The submit button of a search form as a round icon. */
export function RoundButton({ label, icon: Icon, busy }: RoundButtonProps) {
  return (
    <button className="btn btn-p btn-round" type="submit" aria-label={label} disabled={busy}>
      {busy ? <span className="spin" /> : <Icon className="i" />}
    </button>
  );
}
