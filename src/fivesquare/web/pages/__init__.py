"""What people see: pages, and the pictures behind links to them."""
