/** The error of a batch's item with one problem; `told` is the problem's text if it says more than the error's text. */
export const refusedAs = (message: string, field: string, told = message) => ({
  status: 400,
  message,
  code: "invalid_request",
  errors: [{ field, message: told }],
});
