import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { NewListForm } from './new-list-form.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const estimate = { id: null, estimate: { lookups: 1, seconds: 2, because: null }, skipped: [] };

/** The form with an entered target and tool. `answer` sends the estimate once it was requested. */
async function filledIn() {
  let answer = () => {};
  const asked = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ success: true, message: '', _data: estimate }));
  });
  vi.stubGlobal('fetch', () => asked);
  render(
    <NewListForm tools={[{ id: 'dns', name: 'DNS Lookup' }]} busy={false} onStart={() => Promise.resolve(true)} />,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Names and addresses'), 'a.example');
  await user.click(screen.getByRole('checkbox', { name: /DNS Lookup/ }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Estimate' }).disabled).toBe(false));
  return { user, answer };
}

it('begins with the list that was typed on the page of lists before signing in', () => {
  sessionStorage.setItem('lists.text', 'a.example\nb.example');
  render(<NewListForm tools={[]} busy={false} onStart={() => Promise.resolve(true)} />);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Names and addresses').value).toBe('a.example\nb.example');
  expect(screen.getByText('2 targets found.')).toBeTruthy();
});

it('shows an estimate, and lets the list start', async () => {
  const { user, answer } = await filledIn();
  await user.click(screen.getByRole('button', { name: 'Estimate' }));
  answer();
  expect(await screen.findByRole('button', { name: 'Start the list' })).toBeTruthy();
});

it('does not show an estimate of a text that was edited meanwhile', async () => {
  const { user, answer } = await filledIn();
  await user.click(screen.getByRole('button', { name: 'Estimate' }));
  await user.type(screen.getByLabelText('Names and addresses'), '{Enter}b.example');
  answer();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Estimate' });
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(button.textContent).toBe('Estimate');
});

it('keeps the name that was typed while a file was read, and says that a file cannot be read', async () => {
  const { user } = await filledIn();
  const field = screen.getByLabelText<HTMLInputElement>('From a file');
  const name = screen.getByLabelText<HTMLInputElement>('Name of the list');
  let done = (_text: string) => {};
  const slow = Object.assign(new File(['x'], 'domains.csv'), {
    text: () => new Promise<string>((resolve) => (done = resolve)),
  });
  fireEvent.change(field, { target: { files: [slow] } });
  await user.type(name, 'ours');
  done('b.example');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('Names and addresses').value).toBe('b.example'),
  );
  expect(name.value).toBe('ours');
  const gone = Object.assign(new File(['x'], 'gone.csv'), { text: () => Promise.reject(new Error('gone')) });
  fireEvent.change(field, { target: { files: [gone] } });
  expect((await screen.findByRole('alert')).textContent).toContain('gone.csv could not be read.');
});
