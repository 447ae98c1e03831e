import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { json, openAt, startApiStub } from '../../../testing/api-stub.ts';
import { List } from './list.tsx';
import { MAX_TEXT } from './read-paste.ts';

const server = await startApiStub();
afterEach(cleanup);
afterAll(() => server.close());

it('says of a pasted text and of a dropped file that their end is not read, if they are too long', async () => {
  render(<List />);
  const message = 'Only the first 2,000,000 characters of this text are read.';
  const [list, earlier] = [screen.getByLabelText('The list'), screen.getByLabelText(/^An earlier list/)];
  fireEvent.input(list, { target: { value: '-'.repeat(MAX_TEXT) } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.input(list, { target: { value: '-'.repeat(MAX_TEXT + 1) } });
  expect(screen.getByRole('alert').textContent).toBe(message);
  fireEvent.input(list, { target: { value: '' } });
  fireEvent.drop(earlier, { dataTransfer: { files: [new File(['-'.repeat(MAX_TEXT + 1)], 'leases')] } });
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});

it('says that a dropped folder cannot be read, until there is another text', async () => {
  render(<List />);
  const folder = new File([], 'leases');
  folder.slice = () => Object.assign(new Blob(), { text: () => Promise.reject(new Error('not found')) });
  fireEvent.drop(screen.getByLabelText('The list'), { dataTransfer: { files: [folder] } });
  expect((await screen.findByRole('alert')).textContent).toBe('This file cannot be read.');
  fireEvent.input(screen.getByLabelText('The list'), { target: { value: '00:00:5e:00:53:01' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says why owners are missing, each reason once', async () => {
  openAt(`${server.origin}/mac`);
  const gap = { part: 'registry', code: 'source-failed' };
  server.reply = () =>
    json(200, { success: true, message: 'OK', _data: { entries: [], registryDate: null, gaps: [gap, gap] } });
  render(<List />);
  fireEvent.input(screen.getByLabelText('The list'), { target: { value: '00:00:5e:00:53:01' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read the list' }));
  const said = await screen.findByText(/The Sonde server could not read its copy of the registry/);
  expect(said.textContent?.match(/copy of the registry/g)).toHaveLength(1);
});
