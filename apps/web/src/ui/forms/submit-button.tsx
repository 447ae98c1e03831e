export interface SubmitButtonProps {
  readonly label: string;
  /** The label while a lookup runs. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The submit button of a search form, with a text. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <button className="btn btn-p" type="submit" disabled={busy}>
      {busy ? busyLabel : label}
    </button>
  );
}
