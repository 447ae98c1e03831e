/** Stand where the texts of the specification say {host}, the second {host}, and {ip}. */
export const EXAMPLE_HOST = 'example.com';
export const EXAMPLE_HOST_2 = 'example.org';
export const EXAMPLE_IP = '8.8.8.8';
