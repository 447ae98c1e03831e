import { useEffect, useRef, useState } from 'react';

export interface ConfirmButtonProps {
  readonly label: string;
  /** Accessible name, where several buttons have the same label. */
  readonly name?: string;
  /** The label of the confirming button. */
  readonly question: string;
  readonly disabled?: boolean;
  onConfirm(): void;
}

/** A button for actions that cannot be undone: it asks for confirmation in place. */
export function ConfirmButton({ label, name, question, disabled = false, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking !== wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button
        ref={button}
        className="btn"
        type="button"
        aria-label={name}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    );
  }
  function answer(isYes: boolean) {
    setAsking(false);
    if (isYes) onConfirm();
  }
  return (
    <>
      <button ref={button} className="btn btn-danger" type="button" onClick={() => answer(true)}>
        {question}
      </button>
      <button className="btn" type="button" onClick={() => answer(false)}>
        Cancel
      </button>
    </>
  );
}
