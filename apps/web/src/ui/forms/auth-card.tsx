import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface AuthCardProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** The provider's message, shown below the form. */
  readonly message: { readonly text: string; readonly isError: boolean } | null;
  /** Called with the values of the fields, by their names. */
  onSubmit(fields: (name: string) => string): void;
  /** The fields. */
  readonly children: ReactNode;
  /** Below the button: a link to the other form. */
  readonly foot?: ReactNode;
}

/**
 * The frame of the account forms, with the page's h1. The inputs are uncontrolled, so that text typed or filled in
 * before hydration is kept. Without scripts nothing is sent.
 */
export function AuthCard({ title, submitLabel, busy, message, onSubmit, children, foot }: AuthCardProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!busy) onSubmit((name) => fieldText(form, name));
  }
  return (
    <section className="panel auth await-session" aria-labelledby="page-title">
      <h1 id="page-title">{title}</h1>
      <noscript>
        <p className="auth-error">Signing in needs JavaScript.</p>
      </noscript>
      {/* Without a script, `dialog` sends nothing anywhere. */}
      <form method="dialog" onSubmit={submit}>
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

/** The value of a field of the form. */
export function fieldText(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** A labelled input of an AuthCard. It has an id and no `name`: the browser must not submit it. */
export function AuthField({ label, ...input }: { readonly label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={input.id ?? id}>{label}</label>
      <input {...input} id={input.id ?? id} />
    </div>
  );
}
