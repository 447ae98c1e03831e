import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SearchForm, type SearchFormProps } from './search-form.tsx';
import { SubmitButton } from './submit-button.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function form(changed: Partial<SearchFormProps>) {
  const props: SearchFormProps = {
    action: '/dns',
    name: 'domain',
    label: 'Domain name',
    placeholder: 'Enter domain name',
    value: '',
    onValueChange: () => {},
    onSubmit: () => {},
    busy: false,
    invalid: false,
    message: null,
    button: <SubmitButton label="Search" busyLabel="Searching..." busy={changed.busy ?? false} />,
    children: <span>For example</span>,
    ...changed,
  };
  return <SearchForm {...props} />;
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain name' });

describe('the search form', () => {
  it('works without script: it is a GET form to the page with a named field', () => {
    render(form({}));
    const element = screen.getByRole<HTMLFormElement>('search');
    expect([element.method, element.getAttribute('action'), field().name]).toEqual(['get', '/dns', 'domain']);
  });

  it('keeps text typed before hydration', async () => {
    const onValueChange = vi.fn();
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(form({ onValueChange }));
    // The address may still be that of an earlier file, and its target is not what somebody has typed.
    field().value = 'typed-early.example';
    render(form({ onValueChange }), { container, hydrate: true });
    // Hydration may be spread over several turns.
    await waitFor(() => expect(onValueChange).toHaveBeenCalledExactlyOnceWith('typed-early.example'));
  });

  it('submits on Enter, even while its button is disabled', async () => {
    const onSubmit = vi.fn();
    const { rerender } = render(form({ onSubmit }));
    await userEvent.type(field(), '{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    rerender(form({ onSubmit, busy: true }));
    await userEvent.type(field(), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('selects submitted and restored text, so that typing replaces it', async () => {
    const user = userEvent.setup();
    const selected = () => field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0);
    const { rerender } = render(form({ value: 'a.example' }));
    act(() => field().focus());
    expect(selected()).toBe('a.example');
    // Text that is being edited is not selected until it is submitted.
    await user.keyboard('{End}x');
    rerender(form({ value: 'a.examplex' }));
    act(() => field().blur());
    act(() => field().focus());
    expect(selected()).toBe('');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(selected()).toBe('a.examplex'));
    rerender(form({ value: 'b.example' }));
    expect(selected()).toBe('b.example');
  });

  it('does not select refused text, so that it can be corrected', async () => {
    render(form({ value: 'a..example', invalid: true }));
    const select = vi.spyOn(HTMLInputElement.prototype, 'select');
    await userEvent.type(field(), '{Enter}');
    await new Promise(requestAnimationFrame);
    expect(select).toHaveBeenCalledTimes(0);
    select.mockRestore();
  });

  it('while busy disables its button and says so; the field stays enabled', () => {
    render(form({ busy: true }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Searching...' }).disabled).toBe(true);
    expect(field().disabled).toBe(false);
  });

  it('on Escape ends a running lookup and moves the focus to the field', async () => {
    const onCancel = vi.fn();
    const { rerender } = render(form({ onCancel }));
    await userEvent.keyboard('{Escape}');
    expect(onCancel).not.toHaveBeenCalled();
    rerender(form({ onCancel, busy: true }));
    field().blur();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field());
  });

  it('on Escape closes the list of the field, wherever the focus is in it', async () => {
    render(form({ children: <a href="/dns?domain=example.com">example.com</a> }));
    const more = screen.getByRole('button', { name: 'More options' });
    await userEvent.click(more);
    screen.getByRole('link', { name: 'example.com' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(field());
  });

  it('closes the list of the field when a text is chosen in it', async () => {
    const children = <button type="button">Use my address</button>;
    const { rerender } = render(form({ children }));
    const more = screen.getByRole('button', { name: 'More options' });
    await userEvent.click(more);
    await userEvent.click(screen.getByRole('button', { name: 'Use my address' }));
    rerender(form({ children, value: '192.0.2.1' }));
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(more);
  });

  it('shows what is wrong in place of the examples, linked to the field', () => {
    render(form({ invalid: true, message: 'Please enter a domain name' }));
    expect(screen.getByRole('alert').textContent).toBe('Please enter a domain name');
    expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('For example')).toBeNull();
  });
});
