import { createContext, type ReactNode } from 'react';

/** The line over an answer that says when it was measured; null where there is none to say it of. */
export const CheckedContext = createContext<ReactNode>(null);

/** Where a lookup puts that line: it comes with the lookup's code, the place for it with the page. */
export const ShowCheckedContext = createContext<(line: ReactNode) => void>(() => {});
