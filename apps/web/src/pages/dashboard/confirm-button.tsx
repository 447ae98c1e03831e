import { useEffect, useRef, useState } from 'react';

export interface ConfirmButtonProps {
  readonly label: string;
  /** The label of the confirming button. */
  readonly question: string;
  readonly disabled?: boolean;
  onConfirm(): void;
}

/** A button for actions that cannot be undone: it asks for confirmation in its own place. */
export function ConfirmButton({ label, question, disabled = false, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button className="btn" type="button" disabled={disabled} onClick={() => setAsking(true)}>
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
      <button ref={confirm} className="btn btn-danger" type="button" onClick={() => answer(true)}>
        {question}
      </button>
      <button className="btn" type="button" onClick={() => answer(false)}>
        Cancel
      </button>
    </>
  );
}
