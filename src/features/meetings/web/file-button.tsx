import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";

interface FileButtonProps {
  label: string;
  /** What the file is, for screen readers. */
  what: string;
  /** The kinds of files to offer. */
  accept: string;
  loading: boolean;
  onFile: (file: File) => void;
}

/** Lets people choose a file. */
export function FileButton({ label, what, accept, loading, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        loading={loading}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={what}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // So that choosing the same file again counts as a change.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
