import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

export interface Toast {
  title: string;
  description?: string | undefined;
  /** Default `info`. Errors stay until closed by hand for longer (10 s), the others go after 5 s. */
  tone?: "success" | "error" | "info";
  /** One button inside the toast, such as Undo; the toast closes when it is pressed. */
  action?: { label: string; run: () => void };
  /** No later toast replaces this one; for the moment before the page is left. */
  final?: boolean;
}

const colors = { success: "accent", error: "danger", info: "gray" } as const;
let finalShown = false;

/** Shows a toast in place of the one on screen: never more than one at a time (specification, section 9). */
export function showToast({ title, description, tone = "info", action, final = false }: Toast): void {
  if (finalShown) return;
  finalShown = final;
  notifications.clean();
  const id = notifications.show({
    title,
    message: action ? (
      <ToastBody description={description} action={action} onDone={() => notifications.hide(id)} />
    ) : (
      description
    ),
    color: colors[tone],
    autoClose: tone === "error" ? 10_000 : 5_000,
    role: tone === "error" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Close" },
    "data-tone": tone,
  });
}

interface ToastBodyProps {
  description: string | undefined;
  action: { label: string; run: () => void };
  onDone: () => void;
}

function ToastBody({ description, action, onDone }: ToastBodyProps) {
  return (
    <>
      {description}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        display="block"
        onClick={() => {
          onDone();
          action.run();
        }}
      >
        {action.label}
      </Button>
    </>
  );
}
