export interface SubmitButtonProps {
  readonly label: string;
  /** What the button says while a lookup runs. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The primary button of a search form, in words. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <button className="btn btn-p" type="submit" disabled={busy}>
      {busy ? busyLabel : label}
    </button>
  );
}
