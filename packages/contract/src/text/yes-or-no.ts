export const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');
