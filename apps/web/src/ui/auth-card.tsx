import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface AuthCardProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  /** The provider's message, under the form. */
  readonly message: { readonly text: string; readonly isError: boolean } | null;
  /** Is given what stands in the fields, by their names. */
  onSubmit(fields: (name: string) => string): void;
  /** The fields. */
  readonly children: ReactNode;
  /** Under the button: the way to the other mode. */
  readonly foot?: ReactNode;
}

/**
 * The frame of the account's forms; holds the page's h1. The fields keep their own text: what was typed or filled in
 * before the script came is not lost. Without a script nothing is sent, least of all in an address.
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
      <form method="post" onSubmit={submit}>
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

/** What stands in a field of the form. */
export function fieldText(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** A labelled input of an AuthCard. Its id names it, not its `name`: the form has nothing to send by itself. */
export function AuthField({ label, ...input }: { readonly label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={input.id ?? id}>{label}</label>
      <input {...input} id={input.id ?? id} />
    </div>
  );
}
