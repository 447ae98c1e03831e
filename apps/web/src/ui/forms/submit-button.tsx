export interface SubmitButtonProps {
  readonly label: string;
  /** The label while a lookup runs. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The submit button of a search form, with a text. It is as wide as the wider of its labels, so that nothing moves. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  return (
    <button className="btn btn-p" type="submit" disabled={busy} data-other={busy ? label : busyLabel}>
      {busy ? busyLabel : label}
    </button>
  );
}
