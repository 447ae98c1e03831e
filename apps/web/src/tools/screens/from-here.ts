/** Said beside measurements of a path, which begins at the server and not at the visitor. */
export const FROM_HERE = 'Measured from this server: your own router and connection are not part of this path.';
