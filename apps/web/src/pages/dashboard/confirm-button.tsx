import { useEffect, useRef, useState } from 'react';

export interface ConfirmButtonProps {
  readonly label: string;
  /** What the second press says that it does. */
  readonly question: string;
  readonly disabled?: boolean;
  onConfirm(): void;
}

/** For what cannot be undone: asks in its own place before it does anything. */
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
