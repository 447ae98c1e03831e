/** To a visitor whose device has lost its network. */
export const OFFLINE = 'You are offline: this device has no network connection.';
