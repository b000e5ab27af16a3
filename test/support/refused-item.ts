/** The error of a batch's item with one problem; `told` is the problem's text where it says more than the message. */
export const refusedAs = (message: string, field: string, told = message) => ({
  status: 400,
  message,
  code: "invalid_request",
  errors: [{ field, message: told }],
});
