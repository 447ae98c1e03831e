import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface AuthCardProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** The provider's message, under the form. */
  readonly message: { readonly text: string; readonly isError: boolean } | null;
  onSubmit(): void;
  /** The fields. */
  readonly children: ReactNode;
  /** Under the button: the way to the other mode. */
  readonly foot?: ReactNode;
}

/** The frame of the account's forms; holds the page's h1. */
export function AuthCard({ title, submitLabel, busy, message, onSubmit, children, foot }: AuthCardProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSubmit();
  }
  return (
    <section className="panel auth" aria-labelledby="page-title">
      <h1 id="page-title">{title}</h1>
      <form onSubmit={submit}>
        {children}
        <button className="btn btn-p" type="submit" disabled={busy}>
          {busy && <span className="spin" />}
          {submitLabel}
        </button>
        {message && (
          <p className={message.isError ? 'auth-error' : 'auth-note'} role={message.isError ? 'alert' : 'status'}>
            {message.text}
          </p>
        )}
      </form>
      {foot && <p>{foot}</p>}
    </section>
  );
}

/** A labelled input of an AuthCard. */
export function AuthField({ label, ...input }: { readonly label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} />
    </div>
  );
}
