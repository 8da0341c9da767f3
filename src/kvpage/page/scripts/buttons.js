/* Buttons that can be barred and keep the focus nevertheless, as disabled ones do not. */

export const bar = (button, barred) => button.setAttribute("aria-disabled", String(barred));
export const press = (button, does) => button.addEventListener("click", () => {
  if (button.getAttribute("aria-disabled") !== "true") does();
});
