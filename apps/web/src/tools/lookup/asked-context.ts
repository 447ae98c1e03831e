import { createContext } from 'react';

/** What the page has looked up, for links to the other tools with the same target. */
export const AskedContext = createContext({ tool: '', target: '' });
